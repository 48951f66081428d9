import type { AtOnce } from '../sim/lane.ts'

/** A port whose methods answer a moment later. */
export const later = <Port extends object>(port: AtOnce<Port>): Port =>
  new Proxy(port, {
    get(target, method) {
      const effect: unknown = Reflect.get(target, method)
      return typeof effect === 'function' ? async (...args: unknown[]) => effect.apply(target, args) : effect
    },
  }) as unknown as Port
