import type { EventInfo, ServerMessage } from '../lib/protocol'
import { isFinal, socketAddress } from '../lib/sockets'
import { onWake } from '../lib/waking'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 15_000

/**
 * Calls `receive` with an event whenever it has changed, as the server sends it, and `end` once there is nothing
 * to look at any more. Connects again when the line is cut, or may be. Returns a function that stops this.
 */
export function watchEvent(id: string, receive: (event: EventInfo) => void, end: () => unknown): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT

  function letGo(): void {
    clearTimeout(timer)
    if (socket) socket.onmessage = socket.onclose = null
    socket?.close()
  }

  function connect(): void {
    letGo()
    socket = new WebSocket(socketAddress('events', id))
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as EventInfo | ServerMessage
      if ('type' in message) return // an error, whose code comes once more as it closes
      wait = FIRST_WAIT
      receive(message)
    }
    socket.onclose = ({ code }) => {
      if (isFinal(code)) return void end()
      timer = setTimeout(connect, wait)
      wait = Math.min(2 * wait, LONGEST_WAIT)
    }
  }

  connect()
  const asleep = onWake(connect)
  return () => {
    asleep()
    letGo()
  }
}
