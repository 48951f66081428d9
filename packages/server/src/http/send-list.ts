import { Readable } from 'node:stream'
import type { Reply, Request } from './server.ts'

/** A JSON object whose last field is a list. */
interface WithList {
  /** The fields before the list. */
  head: object
  /** The name of the list. */
  field: string
}

export interface WholeList extends WithList {
  /** JSON of all items, separated by commas. */
  items: string
}

/** As `WholeList`, where the items may be too many to be held in memory. */
export interface LongList extends WithList {
  /** JSON of several items each, separated by commas; read only as fast as the client takes them. */
  batches: AsyncGenerator<string>
}

const JSON_TYPE = 'application/json; charset=utf-8'

export const sendWholeList = (reply: Reply, list: WholeList): Reply =>
  reply.header('content-type', JSON_TYPE).send(`${opening(list)}${list.items}${CLOSING}`)

/** Answers at once with a short list; a long one leaves while it is still being read. */
export async function sendList(req: Request, reply: Reply, answer: LongList): Promise<Reply> {
  const { batches } = answer
  // Read before anything is sent: what fails at once is an error, not a broken answer.
  const first = (await batches.next()).value ?? ''
  const second = await batches.next()
  if (second.done) return sendWholeList(reply, { ...answer, items: first })
  reply.header('content-type', JSON_TYPE)
  if (req.method === 'HEAD') {
    await batches.return(undefined)
    // Fastify would state a length of 0 if there were nothing at all to send.
    return reply.send(Readable.from([]))
  }
  const pieces = textOf(answer, first, second.value)
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 })
  // Too late for an error answer: the connection is broken off, and only the log knows why.
  stream.once('error', (err) => req.log.error({ err, reqId: req.id }, 'a long answer broke off'))
  return reply.send(stream)
}

const CLOSING = ']}'

function opening({ head, field }: WithList): string {
  const fields = JSON.stringify(head).slice(1, -1)
  return `{${fields}${fields === '' ? '' : ','}"${field}":[`
}

async function* textOf(answer: LongList, first: string, second: string): AsyncGenerator<string> {
  yield `${opening(answer)}${first},${second}`
  for await (const batch of answer.batches) yield `,${batch}`
  yield CLOSING
}
