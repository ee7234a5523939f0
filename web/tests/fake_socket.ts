import { vi } from 'vitest'
import type { ClientMessage } from '../src/lib/protocol'

/** Stands in for the browser's socket: a test reads what was sent, and supplies what the server says. */
export class FakeSocket {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly address: string) {
    FakeSocket.made.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  cut(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
  answer(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

/** Replace the browser's sockets by fake ones, and forget earlier ones. */
export function fakeSockets(): void {
  FakeSocket.made = []
  vi.stubGlobal('WebSocket', FakeSocket)
}

export const newestSocket = (): FakeSocket => FakeSocket.made.at(-1)!
