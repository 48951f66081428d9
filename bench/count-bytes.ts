import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export type Line = Awaited<ReturnType<typeof countBytes>>

/** Passes everything on to a server, and counts what is sent to it and what comes back. */
export async function countBytes(port: number) {
  const total = { up: 0, down: 0 }
  const proxy = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.on('data', (bytes) => {
      total.up += bytes.length
    })
    to.on('data', (bytes) => {
      total.down += bytes.length
    })
    from.pipe(to).pipe(from)
    for (const [one, other] of [[from, to] as const, [to, from] as const])
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    total,
    /** Bytes that were sent meanwhile. */
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = total.up
      await work()
      return total.up - before
    },
    close: () => void proxy.close(),
  }
}
