import { Readable } from 'node:stream'
import { logFailure } from '../../platform/basics/outage.ts'
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
  items: Buffer
}

/** As `WholeList`, where the items may be too many to be held in memory. */
export interface LongList extends WithList {
  /** JSON of several items each, separated by commas; read only as fast as the client takes them. */
  batches: AsyncGenerator<Buffer>
}

const JSON_TYPE = 'application/json; charset=utf-8'
const COMMA = Buffer.from(',')
const CLOSING = Buffer.from(']}')
/** Batches that are read before an answer begins: one more than most folders have. */
const AT_ONCE = 3

export const sendWholeList = (reply: Reply, list: WholeList): Reply =>
  reply.header('content-type', JSON_TYPE).send(Buffer.concat([opening(list), list.items, CLOSING]))

/** Answers at once with a short list; a long one leaves while it is still being read. */
export async function sendList(req: Request, reply: Reply, list: LongList): Promise<Reply> {
  const { batches } = list
  // Read before anything is sent: what fails at once is an error, not a broken answer.
  const first: Buffer[] = []
  for (let n = 0; n < AT_ONCE; n++) {
    const { value, done } = await batches.next()
    if (done) return sendWholeList(reply, { ...list, items: Buffer.concat(first) })
    first.push(...(first.length > 0 ? [COMMA] : []), value)
  }
  reply.header('content-type', JSON_TYPE)
  if (req.method === 'HEAD') {
    await batches.return(undefined)
    // Fastify would state a length of 0 if there were nothing at all to send.
    return reply.send(Readable.from([]))
  }
  const pieces = following(Buffer.concat([opening(list), ...first]), batches)
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 })
  // Too late for an error answer: the connection is broken off, and only the log knows why.
  stream.once('error', (err) => logFailure(req.log, err, 'a long answer broke off', { reqId: req.id }))
  return reply.send(stream)
}

function opening({ head, field }: WithList): Buffer {
  const fields = JSON.stringify(head).slice(1, -1)
  return Buffer.from(`{${fields}${fields === '' ? '' : ','}"${field}":[`)
}

async function* following(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for await (const batch of rest) {
    yield COMMA
    yield batch
  }
  yield CLOSING
}
