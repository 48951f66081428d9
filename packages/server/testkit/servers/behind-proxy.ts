import type { PostgresLimits, S3Limits } from '../../src/platform/config/limits.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type Place, STACKS, type Stack } from './stacks.ts'

type Proxied = Stack & { readonly proxy: FaultyProxy }

/** The large stack with a faulty proxy before its PostgreSQL, which is given little time. */
export const postgresBehindProxy = (limits: Partial<PostgresLimits>): Proxied =>
  behindProxy(largeStack(), async ({ database }) => {
    if (database.kind !== 'postgres') throw new Error('This is no large stack')
    const url = new URL(database.url)
    const proxy = await startFaultyProxy({ path: `${url.searchParams.get('host')}/.s.PGSQL.${url.port}` })
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    return { proxy, changed: { database: { kind: 'postgres', url: url.href, limits } } }
  })

/** The large stack, or one made of it, with a faulty proxy before its S3 server, which is given little time. */
export const s3BehindProxy = (limits: Partial<S3Limits>, stack = largeStack()): Proxied =>
  behindProxy(stack, async ({ blobs }) => {
    if (blobs.kind !== 's3') throw new Error('This is no large stack')
    const proxy = await startFaultyProxy({ port: Number(new URL(blobs.endpoint ?? '').port) })
    return { proxy, changed: { blobs: { ...blobs, endpoint: `http://127.0.0.1:${proxy.port}`, limits } } }
  })

function behindProxy(
  stack: Stack,
  start: (place: Place) => Promise<{ proxy: FaultyProxy; changed: Partial<Place> }>,
): Proxied {
  let started: FaultyProxy | undefined
  return {
    name: stack.name,
    get proxy() {
      if (!started) throw new Error('The stack is not open')
      return started
    },
    async open(form) {
      const place = await stack.open(form)
      const { proxy, changed } = await start(place)
      started = proxy
      return {
        ...place,
        ...changed,
        async dispose() {
          await proxy.close()
          await place.dispose()
        },
      }
    },
  }
}

function largeStack(): Stack {
  const stack = STACKS.find(({ name }) => name.startsWith('postgres'))
  if (!stack) throw new Error('There is no large stack')
  return stack
}
