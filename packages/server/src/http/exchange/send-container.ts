import type { Folder, Root } from '@holdfast/api/files/files'
import { type ContainerAnswer, NOT_MODIFIED } from '../../files/reading/get-container.ts'
import { sendList } from './send-list.ts'
import type { Reply, Request } from './server.ts'

/** What the caller already holds: by the specification's parameter, or as HTTP has it. */
export function knownHashes(hash: string | undefined, req: Request): string[] {
  const tags = req.headers['if-none-match']
    ?.split(',')
    .map((tag) => tag.trim().replace(/^(W\/)?"(.*)"$/, '$2'))
  return [...(hash ? [hash] : []), ...(tags ?? [])]
}

export async function sendContainer(
  req: Request,
  reply: Reply,
  answer: ContainerAnswer | typeof NOT_MODIFIED,
): Promise<Root | Folder | Reply> {
  // HTTP allows no body with 304; the client of this API gives `status` not_modified in its place.
  if (answer === NOT_MODIFIED) return reply.code(304).send()
  const { head, children } = answer
  if (!children) return head
  reply.header('etag', `"${head.hash}"`).header('cache-control', 'private, no-cache')
  return sendList(req, reply, { head, field: 'children', batches: children })
}
