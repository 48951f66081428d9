/** How often something was how large. Noting a value allocates nothing. */
export class Histogram {
  /** The largest value of each bucket; what is larger than all of them has one more. */
  readonly bounds: readonly number[]
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Array<number>(bounds.length + 1).fill(0)
  }

  note(value: number): void {
    let at = 0
    while (at < this.bounds.length && value > (this.bounds[at] as number)) at++
    this.counts[at] = (this.counts[at] as number) + 1
    this.sum += value
  }
}

/** From a millisecond to a minute. */
export const SECONDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60,
]
