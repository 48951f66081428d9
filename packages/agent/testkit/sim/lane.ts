/**
 * What one process does to the world, effect by effect. Each effect waits until the simulation lets it happen; in between,
 * others act, or the process dies: then it never hears of it again.
 */
export class Lane {
  /** The effect that waits; it is done by calling it. */
  #next: (() => void) | undefined
  #arrived: (() => void) | undefined
  #isOver = false

  /** Does `effect` when its turn comes. */
  call<T>(effect: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return
      this.#next = () => {
        try {
          resolve(effect())
        } catch (error) {
          reject(error)
        }
      }
      this.#arrived?.()
    })
  }

  /** Lets one effect happen, and waits for the process to want the next. */
  step(): Promise<void> {
    const next = this.#next
    this.#next = undefined
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = resolve
    })
    next?.()
    return next ? arrived : Promise.resolve()
  }

  /** Waits for the first effect of a process that was just started. */
  ready(): Promise<void> {
    if (this.#next) return Promise.resolve()
    return new Promise((resolve) => {
      this.#arrived = resolve
    })
  }

  end(): void {
    this.#isOver = true
    this.#next = undefined
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
