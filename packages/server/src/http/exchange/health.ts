import type { IncomingMessage, ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Asked by what restarts processes and by what sends them requests. Neither is an operation of the API. */
export const HEALTH = { alive: '/healthz', ready: '/readyz' } as const

export const ALIVE = 'alive\n'

const pathOf = (url: string | undefined): string | undefined => url?.split('?', 1)[0]

const isHealth = (path: string | undefined): boolean => path === HEALTH.alive || path === HEALTH.ready

/** Compared as it is written: whatever a router might take for the same path is not one of these. */
export const asksForHealth = ({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && isHealth(pathOf(url))

/** For a process that is starting; false if something else was asked. */
export function answerHealthEarly(url: string | undefined, res: ServerResponse): boolean {
  const path = pathOf(url)
  if (!isHealth(path)) return false
  const alive = path === HEALTH.alive
  res.writeHead(alive ? 200 : 503, {
    ...SECURITY_HEADERS,
    'content-type': alive ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  res.end(alive ? ALIVE : JSON.stringify({ ready: false, starting: true }))
  return true
}
