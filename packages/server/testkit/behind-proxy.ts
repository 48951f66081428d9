import type { S3Limits } from '../src/platform/blobs/s3-tries.ts'
import type { PostgresLimits } from '../src/platform/db/postgres-client.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { STACKS, type Stack } from './stacks.ts'

/** The large stack with a faulty proxy before its PostgreSQL, which is given little time. */
export function postgresBehindProxy(
  limits: Partial<PostgresLimits>,
): Stack & { readonly proxy: FaultyProxy } {
  let proxy: FaultyProxy | undefined
  return {
    name: 'postgres+s3',
    get proxy() {
      if (!proxy) throw new Error('The stack is not open')
      return proxy
    },
    async open(form) {
      const place = await largeStack().open(form)
      if (place.database.kind !== 'postgres') throw new Error('This is no large stack')
      const url = new URL(place.database.url)
      const started = await startFaultyProxy({
        path: `${url.searchParams.get('host')}/.s.PGSQL.${url.port}`,
      })
      proxy = started
      url.searchParams.delete('host')
      url.hostname = '127.0.0.1'
      url.port = String(started.port)
      return {
        ...place,
        database: { kind: 'postgres', url: url.href, limits },
        async dispose() {
          await started.close()
          await place.dispose()
        },
      }
    },
  }
}

/** The large stack, or one made of it, with a faulty proxy before its S3 server, which is given little time. */
export function s3BehindProxy(
  limits: Partial<S3Limits>,
  stack = largeStack(),
): Stack & { readonly proxy: FaultyProxy } {
  let proxy: FaultyProxy | undefined
  return {
    name: 'postgres+s3',
    get proxy() {
      if (!proxy) throw new Error('The stack is not open')
      return proxy
    },
    async open(form) {
      const place = await stack.open(form)
      if (place.blobs.kind !== 's3') throw new Error('This is no large stack')
      const started = await startFaultyProxy({ port: Number(new URL(place.blobs.endpoint ?? '').port) })
      proxy = started
      return {
        ...place,
        blobs: { ...place.blobs, endpoint: `http://127.0.0.1:${started.port}`, limits },
        async dispose() {
          await started.close()
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
