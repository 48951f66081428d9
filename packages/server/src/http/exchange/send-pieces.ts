import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { logFailure } from '../../platform/basics/outage.ts'
import type { Reply, Request } from './server.ts'

/** Sends bytes piece by piece. Asks for the next only when the last has left, and for none once the client has. */
export async function sendPieces(
  req: Request,
  reply: Reply,
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
): Promise<Reply> {
  reply.hijack()
  const res = reply.raw
  res.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  const send = sender(res)
  try {
    if (await send(first)) for await (const piece of rest) if (!(await send(piece))) break
    res.end()
  } catch (err) {
    // Too late for an error answer: the connection is broken off, and only the log knows why.
    logFailure(req.log, err, 'an answer broke off', { reqId: req.id })
    res.destroy()
  } finally {
    await rest.return(undefined)
  }
  return reply
}

/** Writes a piece; false once nobody is there to read it. */
function sender(res: ServerResponse): (piece: Buffer) => Promise<boolean> {
  let resume = () => {}
  // A piece that is still waiting then is never reported on.
  res.once('close', () => resume())
  return async (piece) => {
    if (!res.destroyed)
      await new Promise<void>((resolve) => {
        resume = resolve
        res.write(piece, () => resolve())
      })
    return !res.destroyed
  }
}
