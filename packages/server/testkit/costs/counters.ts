import { createHook } from 'node:async_hooks'
import Sqlite from 'better-sqlite3'

/** What one request took, counted: none of it depends on what else the machine does. */
export interface RequestCost {
  /** That SQLite ran, the marks of transactions among them. */
  statements: number
  promises: number
  /** That were allocated, by the server and the little that its caller is. */
  bytes: number
}

const counted = { statements: 0, promises: 0 }

/** From here on every statement counts, on all connections. */
export function countStatements(): void {
  const db = new Sqlite(':memory:')
  const statement = Object.getPrototypeOf(db.prepare('select 1')) as object
  db.close()
  for (const name of ['get', 'all', 'run', 'iterate']) count(statement, name)
  count(Sqlite.prototype, 'exec')
}

function count(owner: object, name: string): void {
  const usual = Reflect.get(owner, name) as (...values: unknown[]) => unknown
  Reflect.set(owner, name, function (this: unknown, ...values: unknown[]) {
    counted.statements++
    return usual.apply(this, values)
  })
}

/** Makes each promise larger, so bytes are counted without it. */
const promises = createHook({
  init(_id, type) {
    if (type === 'PROMISE') counted.promises++
  },
})

type Send = (done: () => void) => void

/** The least that one of several equal requests took: what happens beside them only adds to it. */
export async function costOf(send: Send, samples: number): Promise<RequestCost> {
  await repeat(send, samples, () => {})
  const [bytes = 0] = await least(send, samples, () => [heldBytes()])
  promises.enable()
  const [statements = 0, asked = 0] = await least(send, samples, () => [counted.statements, counted.promises])
  promises.disable()
  return { statements, promises: asked, bytes }
}

const heldBytes = (): number => {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function least(send: Send, samples: number, read: () => number[]): Promise<number[]> {
  const collect = globalThis.gc
  if (!collect) throw new Error('Node was started without --expose-gc')
  // Garbage that is collected meanwhile would make requests look cheap.
  collect()
  const found: number[][] = []
  let before = read()
  await repeat(send, samples, () => {
    const now = read()
    found.push(now.map((value, n) => value - (before[n] ?? 0)))
    before = read()
  })
  return before.map((_, n) =>
    Math.min(...found.map((values) => values[n] ?? 0).filter((value) => value >= 0)),
  )
}

/** One after the other, without a promise for each. */
function repeat(send: Send, times: number, after: () => void): Promise<void> {
  return new Promise((resolve) => {
    let n = 0
    const next = () => {
      if (n++ === times) return resolve()
      // What a request leaves to be done behind its answer belongs to it.
      const settled = () => {
        after()
        next()
      }
      send(() => setImmediate(() => setImmediate(settled)))
    }
    next()
  })
}
