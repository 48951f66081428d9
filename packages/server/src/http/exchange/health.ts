import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Asked by whoever starts processes anew and by whoever sends them requests. Neither is an operation of the API. */
export const HEALTH = { alive: '/healthz', ready: '/readyz' } as const

export const ALIVE = 'alive\n'

/** For a process that is starting; false if something else was asked. */
export function answerHealthEarly(url: string | undefined, res: ServerResponse): boolean {
  const path = url?.split('?', 1)[0]
  if (path !== HEALTH.alive && path !== HEALTH.ready) return false
  const alive = path === HEALTH.alive
  res.writeHead(alive ? 200 : 503, {
    ...SECURITY_HEADERS,
    'content-type': alive ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  res.end(alive ? ALIVE : JSON.stringify({ ready: false, starting: true }))
  return true
}
