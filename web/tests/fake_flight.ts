/** Stands in for a browser's animation: jsdom has none. */
export class FakeFlight {
  playState = 'running'
  currentTime = 0
  readonly effect = { getComputedTiming: () => ({ endTime: this.duration }) }

  constructor(
    readonly steps: Keyframe[],
    readonly duration: number,
  ) {}

  play(): void {
    this.playState = 'running'
  }
  pause(): void {
    this.playState = 'paused'
  }
  finish(): void {
    this.playState = 'finished'
  }
}

/** Replace all animations by fake flights. Returns those that have begun, in order. */
export function fakeFlights(): FakeFlight[] {
  const flights: FakeFlight[] = []
  Element.prototype.animate = (steps, duration) => {
    const flight = new FakeFlight(steps as Keyframe[], Number(duration))
    flights.push(flight)
    return flight as unknown as Animation
  }
  return flights
}
