import type { ServerResponse } from 'node:http'
import type { Reply, Request } from './server.ts'

interface Event {
  event: string
  id?: string
  data: object
}

export interface Events extends Disposable {
  batches: AsyncIterable<readonly Event[]>
}

/**
 * Sends events (HTML, Server-sent events) until there are no more or nobody reads them. The next ones are asked for
 * only once the last ones are on their way, so a slow reader costs no more memory than a fast one.
 */
export async function sendEvents(
  req: Request,
  reply: Reply,
  events: Events,
  { heartbeatMs, blockedMs }: { heartbeatMs: number; blockedMs: number },
): Promise<Reply> {
  using _events = events
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  if (req.method === 'HEAD') return reply.send()
  reply.hijack()
  const res = reply.raw
  res.writeHead(200, reply.getHeaders() as Record<string, string>)
  const heartbeat = setInterval(() => {
    if (!res.writableNeedDrain) res.write(':\n\n')
  }, heartbeatMs)
  try {
    for await (const batch of events.batches) {
      if (!res.destroyed && !res.write(batch.map(encode).join(''))) await drained(res, blockedMs)
      if (res.destroyed) break
    }
  } finally {
    clearInterval(heartbeat)
    res.end()
  }
  return reply
}

const encode = ({ event, id, data }: Event): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Gives a reader who takes nothing for too long up. */
function drained(res: ServerResponse, blockedMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      res.off('drain', done).off('close', done)
      resolve()
    }
    const timer = setTimeout(() => res.destroy(), blockedMs)
    res.on('drain', done).on('close', done)
  })
}
