import { noteServerTime } from '../lib/serverTime'
import { isFinal, TOO_MANY } from '../lib/sockets'
import type { ClientMessage, Play, ServerMessage, TableInfo } from '../lib/protocol'

/** `lost` keeps trying; `closed` is final: the page has left the table, or the server has refused it. */
export type Connection = 'connecting' | 'open' | 'lost' | 'closed'

export interface Listener {
  receive(message: ServerMessage): void
  connection(now: Connection): void
}

/** What a table's messages go over: a socket, or something on the page that answers in its place. */
export type Line = Pick<TableSocket, 'send' | 'retry' | 'drop' | 'begin' | 'close' | 'unanswered'> &
  Partial<Pick<TableSocket, 'wake' | 'lookOver' | 'trip'>>

const FIRST_WAIT = 400
const LONGEST_WAIT = 4000
/** A move without an answer for this long: the line is dead, whatever the browser thinks of it. */
const ANSWER_WAIT = 6000
/** After a sleep, hello must be answered within this time. */
const WAKE_WAIT = 2000
/** Of so many measurements the longest counts: a line is not always equally slow. */
const TRIPS = 4

/** Something at the table ends at a time by the server's clock. */
const hasDeadline = ({ clocks, going_on }: TableInfo) =>
  clocks.some(({ deadline }) => deadline !== null) || going_on !== null

/**
 * The line to a table. It says hello with the last version that came, so that the server goes on from there,
 * and connects again when the line is cut. A move that got no answer is sent again if the server is still at
 * the version the move was made on: then the move has not reached it.
 */
export class TableSocket {
  private socket: WebSocket | null = null
  private version: number | null = null
  /** The seat over whose shoulder a spectator looks. */
  private over: number | null = null
  /** The move that has no answer yet. */
  unanswered: Play | null = null
  /** The hello has been answered. */
  private greeted = false
  /** When the hello was sent, and when the ping that has no answer yet. */
  private greetedAt = 0
  private pingedAt: number | null = null
  private trips: number[] = []
  /** What the server's clock shows is known, as far as this connection can tell. */
  private timed = false
  /** How long the hello and its answer took: the server may have had to read the match first. */
  private firstTrip = 0
  private tries = 0
  /** How long the server lets us wait, in seconds, if it closes the socket for now. */
  private seconds = 0
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private answerTimer: ReturnType<typeof setTimeout> | undefined
  private wakeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.connect()
  }

  /** How long a message and its answer are on their way together, in ms. */
  get trip(): number {
    return this.trips.length > 0 ? Math.max(...this.trips) : this.firstTrip
  }

  /** Send a message; a move waits for the line, anything else is dropped while it is cut. */
  send(message: ClientMessage): void {
    if (message.type === 'play') this.unanswered = message
    if (!this.greeted || this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    if (message.type === 'play') this.expectAnswer()
  }

  /** Try at once instead of waiting: the browser came back, or the player asks. */
  retry(): void {
    if (this.retryTimer === undefined) return
    clearTimeout(this.retryTimer)
    this.connect()
  }

  /**
   * The page was asleep, or the network has changed: a socket may be open and dead. Whatever the browser thinks of
   * the line, the server is to answer a hello.
   */
  wake(): void {
    if (this.retryTimer !== undefined) return this.retry()
    if (!this.socket) return
    this.timed = false // the device's clock may have been set meanwhile
    if (this.socket.readyState === WebSocket.OPEN) this.greet(this.socket)
    clearTimeout(this.wakeTimer)
    this.wakeTimer = setTimeout(() => {
      this.drop()
      this.retry()
    }, WAKE_WAIT)
  }

  /** Look over the shoulder of a seat; null stops it. */
  lookOver(seat: number | null): void {
    this.over = seat
    this.version = null
    if (this.socket?.readyState === WebSocket.OPEN) this.greet(this.socket)
  }

  /** The line is cut, though the socket does not know it. */
  drop(): void {
    if (!this.socket) return
    this.letGo()
    this.lost()
  }

  /** Forget all that came and ask for everything. */
  begin(): void {
    this.version = null
    this.drop()
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
    socket.onopen = () => this.greet(socket)
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = ({ code }) => {
      this.letGo()
      if (code === TOO_MANY) this.lost(1000 * this.seconds)
      else if (isFinal(code)) this.close()
      else this.lost()
    }
  }

  private greet(socket: WebSocket): void {
    this.greetedAt = performance.now()
    const over = this.over === null ? {} : { over: this.over }
    socket.send(JSON.stringify({ type: 'hello', version: this.version, ...over }))
  }

  /** Close the current socket and stop listening to it. */
  private letGo(): void {
    clearTimeout(this.answerTimer)
    clearTimeout(this.wakeTimer)
    if (!this.socket) return
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null
    this.socket.close()
    this.socket = null
    this.greeted = this.timed = false
    this.pingedAt = null
  }

  private lost(atLeast = 0): void {
    this.listener.connection('lost')
    const wait = Math.max(Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT), atLeast)
    this.tries += 1
    this.retryTimer = setTimeout(() => this.connect(), wait)
  }

  private receive(message: ServerMessage): void {
    clearTimeout(this.wakeTimer)
    if (message.type === 'error') this.seconds = Number(message.values?.seconds ?? 0)
    if (message.type === 'snapshot' || message.type === 'update') this.hearVersion(message.version)
    else if (message.type === 'table') this.hearHello()
    else if (message.type === 'refused' || message.type === 'error') this.answered()
    else if (message.type === 'pong') this.measure(message.now)
    if ('claims' in message && message.claims !== null) this.ping()
    if (!this.timed && 'table' in message && hasDeadline(message.table)) this.ping()
    this.listener.receive(message)
  }

  /** Find out how slow the line is just now. */
  private ping(): void {
    if (this.pingedAt !== null) return
    this.pingedAt = performance.now()
    this.send({ type: 'ping' })
  }

  private measure(now: string): void {
    if (this.pingedAt === null) return
    const trip = performance.now() - this.pingedAt
    this.trips = [...this.trips, trip].slice(-TRIPS)
    this.pingedAt = null
    this.timed = true
    noteServerTime(now, trip)
  }

  /** The hello has been answered. A table that waits for players answers without a version. */
  private hearHello(): void {
    if (!this.greeted) [this.trips, this.firstTrip] = [[], performance.now() - this.greetedAt]
    this.greeted = true
    this.tries = 0
    this.listener.connection('open')
  }

  private hearVersion(version: number): void {
    const greeted = this.greeted
    this.version = version
    this.hearHello()
    const play = this.unanswered
    if (!play) return
    if (version > play.version) this.answered()
    else if (!greeted) this.send(play)
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
