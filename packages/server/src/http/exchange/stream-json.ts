import { Readable } from 'node:stream'
import { logFailure } from '../../platform/basics/outage.ts'
import type { Reply, Request } from './server.ts'

/** A JSON object whose list is too long to be held: fields, the list, more fields. */
export interface LongAnswer {
  /** Fields that come before the list. */
  head?: Record<string, unknown>
  /** What the list is called. */
  list: string
  items: AsyncIterable<unknown>
  /** Fields that come after it, asked for when all items are sent. */
  tail?: () => Record<string, unknown>
}

const PIECE = 64 * 1024

/**
 * Sends items as they come and no faster than they are read; stops asking for more when the reader leaves. An error
 * before the first piece is sent is answered like any other; a later one breaks the connection off, so that half a
 * list never looks like a whole one.
 */
export async function streamJson(req: Request, reply: Reply, answer: LongAnswer): Promise<Reply> {
  const pieces = piecesOf(answer)
  const first = await pieces.next()
  reply.header('content-type', 'application/json; charset=utf-8')
  if (req.method === 'HEAD') {
    await pieces.return(undefined)
    return reply.send(Readable.from([]))
  }
  const text = first.value ?? ''
  if (text.length < PIECE) return reply.send(text)
  const stream = Readable.from(following(text, pieces), { objectMode: false, highWaterMark: PIECE })
  stream.once('error', (err) => logFailure(req.log, err, 'a long answer broke off', { reqId: req.id }))
  return reply.send(stream)
}

/** Not a generator: one that was never asked for anything could not tell the rest that the reader has left. */
function following(first: string, rest: AsyncGenerator<string>): AsyncIterableIterator<string> {
  let sent = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      if (sent) return rest.next()
      sent = true
      return { value: first, done: false }
    },
    return: () => rest.return(undefined),
  }
}

/** The text of the answer; only the last piece may be short. */
async function* piecesOf({ head = {}, list, items, tail }: LongAnswer): AsyncGenerator<string> {
  let text = `{${fields(head)
    .map((field) => `${field},`)
    .join('')}${JSON.stringify(list)}:[`
  let separator = ''
  for await (const item of items) {
    text += separator + JSON.stringify(item)
    separator = ','
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield `${text}]${fields(tail?.() ?? {})
    .map((field) => `,${field}`)
    .join('')}}`
}

const fields = (object: Record<string, unknown>): string[] =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
