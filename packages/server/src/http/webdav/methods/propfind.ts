import { isFolder } from '../../../files/webdav/places/find-place.ts'
import { sendPieces } from '../../exchange/send-pieces.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions } from '../conditions/check-conditions.ts'
import type { Resource } from '../properties/resource.ts'
import { Asked, resourcesAt } from '../properties/resources.ts'
import { MULTISTATUS, MULTISTATUS_END, responseWriter } from '../properties/response.ts'
import { readWanted } from '../properties/wanted.ts'
import type { DavCall } from '../request/call.ts'
import { DavError, refuseDav } from '../request/dav-error.ts'
import { XML_TYPE } from '../xml/write-xml.ts'

/** Properties of a place, and with depth 1 of what is in it. All of that, or an error: programs delete what a list lacks. */
export async function propfind(call: DavCall): Promise<Reply> {
  const wanted = readWanted(await call.text())
  const place = await call.place
  if (place.at === 'free' || place.at === 'nowhere')
    throw new DavError(404, 'There is nothing at this address.')
  await checkConditions(call)
  const depth = depthOf(call)
  if (depth === 'infinity' && isFolder(place))
    refuseDav(403, 'A list goes one folder deep (Depth: 1).', '<d:propfind-finite-depth/>')
  const write = responseWriter(wanted, call.ctx.now())
  const pages = resourcesAt(call, place, new Asked(wanted), depth === '1')
  // The first page is read before anything is sent: what fails then is an error, not a broken answer.
  const first = await pages.next()
  const textOf = (resources: readonly Resource[] | undefined) => (resources ?? []).map(write).join('')
  async function* rest(): AsyncGenerator<Buffer> {
    for await (const page of pages) yield Buffer.from(textOf(page))
    yield Buffer.from(MULTISTATUS_END)
  }
  call.reply.code(207).header('content-type', XML_TYPE).header('dav', '1, 2, 3')
  if (depth !== '1' || !isFolder(place)) {
    await pages.return(undefined)
    return call.reply.send(MULTISTATUS + textOf(first.value ?? []) + MULTISTATUS_END)
  }
  return sendPieces(call.req, call.reply, Buffer.from(MULTISTATUS + textOf(first.value ?? [])), rest())
}

function depthOf(call: DavCall): '0' | '1' | 'infinity' {
  const given = call.header('depth')?.trim().toLowerCase() ?? 'infinity'
  if (given === '0' || given === '1' || given === 'infinity') return given
  return refuseDav(400, 'Depth is 0, 1 or infinity.')
}
