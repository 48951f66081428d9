import type { Random } from '../../src/ports/random.ts'

/** So long a process may take to want its next effect while others of it wait: far more than it needs. */
const MOMENTS = 40

/**
 * What one process does to the world, effect by effect. Each effect waits until the simulation lets it happen, and chance
 * picks which of those that wait is next; in between, others act, or the process dies: then it never hears of it again.
 */
export class Lane {
  /** The effects that wait; one is done by calling it. */
  readonly #waiting: (() => void)[] = []
  readonly #random: Random
  #arrived: (() => void) | undefined
  #isOver = false

  constructor(random: Random) {
    this.#random = random
  }

  /** Does `effect` when its turn comes. */
  call<T>(effect: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return
      this.#waiting.push(() => {
        try {
          resolve(effect())
        } catch (error) {
          reject(error)
        }
      })
      this.#arrived?.()
    })
  }

  /** Lets one effect happen, and waits for the process to want another. */
  async step(): Promise<void> {
    const picked = this.#waiting.length > 1 ? this.#random.below(this.#waiting.length) : 0
    const [next] = this.#waiting.splice(picked, 1)
    if (!next) return
    let hasArrived = false
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = () => {
        hasArrived = true
        resolve()
      }
    })
    next()
    // Nothing waits: something has to come. Otherwise the process may be waiting for what is there already.
    if (this.#waiting.length === 0) await arrived
    else for (let n = 0; n < MOMENTS && !hasArrived; n++) await undefined
  }

  /** Waits for the first effect of a process that was just started. */
  ready(): Promise<void> {
    if (this.#waiting.length > 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#arrived = resolve
    })
  }

  end(): void {
    this.#isOver = true
    this.#waiting.length = 0
  }
}

/** The same methods, but at once. */
export type AtOnce<Port> = {
  [Method in keyof Port]: Port[Method] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : Port[Method]
}

/** A port whose effects wait for their turn. */
export function inTurn<Port extends object>(
  lane: Lane,
  port: AtOnce<Port>,
  noted: (method: string, args: readonly unknown[], result: unknown) => void,
): Port {
  return new Proxy(port, {
    get(target, method) {
      const effect: unknown = Reflect.get(target, method)
      if (typeof effect !== 'function' || typeof method !== 'string') return effect
      return (...args: unknown[]) =>
        lane.call(() => {
          const result: unknown = effect.apply(target, args)
          noted(method, args, result)
          return result
        })
    },
  }) as unknown as Port
}
