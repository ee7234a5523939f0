import type { ClientMessage, Play, ServerMessage } from '../lib/protocol'

/** `lost` goes on trying; `closed` is the end: the page leaves, or the server will not have us. */
export type Connection = 'connecting' | 'open' | 'lost' | 'closed'

export interface Listener {
  receive(message: ServerMessage): void
  connection(now: Connection): void
}

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
/** A move without an answer for so long: the line is dead, whatever the browser thinks of it. */
const ANSWER_WAIT = 6000

/** Answers that no new try can change. */
const FINAL = new Set(['unknown_table', 'not_seated', 'not_signed_in', 'internal'])

/** Where a table's socket is, seen from this page. */
export function socketAddress(table: string, page: Location = location): string {
  const scheme = page.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${page.host}/api/tables/${encodeURIComponent(table)}/socket`
}

/**
 * The line to a table. It says hello with the last version that came, so that the server goes on from there,
 * and connects again when the line is cut. A move that got no answer is sent again when the server still is
 * at the version the move was made on: then it cannot have got it.
 */
export class TableSocket {
  private socket: WebSocket | null = null
  private version: number | null = null
  private unanswered: Play | null = null
  private tries = 0
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private answerTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.connect()
  }

  /** Send a message; a move waits for the line, anything else is dropped while it is cut. */
  send(message: ClientMessage): void {
    if (message.type === 'play') this.unanswered = message
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    if (message.type === 'play') this.expectAnswer()
  }

  /** Try at once instead of waiting: the browser came back, or the player asks. */
  retry(): void {
    if (this.retryTimer === undefined) return
    clearTimeout(this.retryTimer)
    this.connect()
  }

  /** The browser knows that the line is cut, or what came cannot be right: begin anew. */
  drop(): void {
    if (!this.socket) return
    this.letGo()
    this.lost()
  }

  close(): void {
    clearTimeout(this.retryTimer)
    this.retryTimer = undefined
    this.letGo()
    this.listener.connection('closed')
  }

  private connect(): void {
    this.retryTimer = undefined
    if (this.tries === 0) this.listener.connection('connecting')
    const socket = new WebSocket(this.address)
    this.socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: this.version }))
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = () => {
      this.letGo()
      this.lost()
    }
  }

  /** Hear nothing more from the socket there is. */
  private letGo(): void {
    clearTimeout(this.answerTimer)
    if (!this.socket) return
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null
    this.socket.close()
    this.socket = null
  }

  private lost(): void {
    this.listener.connection('lost')
    const wait = Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT)
    this.tries += 1
    this.retryTimer = setTimeout(() => this.connect(), wait)
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'problem' && FINAL.has(message.code)) {
      this.listener.receive(message)
      this.close()
      return
    }
    const resumed = this.tries > 0 || this.version === null
    if (message.type === 'snapshot' || message.type === 'update') {
      this.version = message.version
      this.tries = 0
      this.listener.connection('open')
    }
    this.settle(message, resumed)
    this.listener.receive(message)
  }

  private settle(message: ServerMessage, resumed: boolean): void {
    const play = this.unanswered
    if (!play) return
    if (message.type === 'snapshot' || message.type === 'update') {
      if (message.version > play.version) this.answered()
      else if (resumed && message.version === play.version) this.send(play)
    } else if (message.type === 'refused' || message.type === 'problem') {
      this.answered()
    }
  }

  private answered(): void {
    this.unanswered = null
    clearTimeout(this.answerTimer)
  }

  private expectAnswer(): void {
    clearTimeout(this.answerTimer)
    this.answerTimer = setTimeout(() => this.drop(), ANSWER_WAIT)
  }
}
