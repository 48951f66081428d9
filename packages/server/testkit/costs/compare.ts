import type { RequestCost } from './counters.ts'

/** What is counted in one process. */
export interface Counted {
  /** How many of each name Fastify runs at every request. */
  hooks: Record<string, number>
  requests: Record<string, RequestCost>
}

/** What is known of it: bytes by the kind of processor, since objects may be laid out in another way on each. */
export interface KnownCosts {
  hooks: Record<string, number>
  requests: Record<string, Omit<RequestCost, 'bytes'>>
  bytes: Record<string, Record<string, number>>
}

const MARGINS = { statements: 0, promises: 0.01, bytes: 0.05 }

/** What takes more or less than is known, a line each. */
export function differences(known: KnownCosts, counted: Counted, processor: string): string[] {
  const bytes = known.bytes[processor]
  const names = namesOf(known.requests, counted.requests)
  return [
    ...namesOf(known.hooks, counted.hooks).flatMap((name) =>
      differs(`hooks ${name}`, known.hooks[name], counted.hooks[name], 0),
    ),
    ...names.flatMap((name) => {
      const before = known.requests[name]
      const now = counted.requests[name]
      return [
        ...differs(`${name}: statements`, before?.statements, now?.statements, MARGINS.statements),
        ...differs(`${name}: promises`, before?.promises, now?.promises, MARGINS.promises),
        ...(bytes ? differs(`${name}: bytes`, bytes[name], now?.bytes, MARGINS.bytes) : []),
      ]
    }),
  ]
}

const namesOf = (...of: object[]): string[] => [...new Set(of.flatMap(Object.keys))]

function differs(what: string, before = Number.NaN, now = Number.NaN, margin: number): string[] {
  const isNear = Math.abs(now - before) <= before * margin
  return isNear ? [] : [`${what} ${now} instead of ${before}`]
}

/** With what another processor was seen to take left as it is. */
export function known(counted: Counted, processor: string, before?: KnownCosts): KnownCosts {
  const requests = Object.entries(counted.requests)
  return {
    hooks: counted.hooks,
    requests: Object.fromEntries(requests.map(([name, { bytes: _, ...cost }]) => [name, cost])),
    bytes: {
      ...before?.bytes,
      [processor]: Object.fromEntries(requests.map(([name, { bytes }]) => [name, bytes])),
    },
  }
}
