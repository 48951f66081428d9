import { type ContentGiven, ContentsGiven } from '@holdfast/api/files/contents'
import { decodeFramed } from '@holdfast/api/files/framed'
import type { EntryId } from '@holdfast/api/ids'
import { parseUtc } from '@holdfast/api/time'
import { whyMisfit } from '@holdfast/api/why-misfit'
import type { RemoteRow } from '../core/remote-tree.ts'
import type { SmallContent } from '../ports/disk.ts'
import type { LeftOut } from '../ports/server.ts'

/** The contents in an answer, as far as they are those that the rows name. Throws where it makes no sense. */
export function contentsIn(
  body: Uint8Array,
  rows: readonly RemoteRow[],
): ReadonlyMap<EntryId, SmallContent | LeftOut> {
  const { described, bytes } = decodeFramed(body)
  const why = whyMisfit(ContentsGiven, described)
  if (why !== undefined) throw new Error(`The server sent contents that cannot be read: ${why}.`)
  const wanted = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<EntryId, SmallContent | LeftOut>()
  let at = 0
  // It has the form that was looked for.
  for (const given of described as ContentGiven[]) {
    const row = wanted.get(given.id)
    const isWanted = row !== undefined && row.revisionId === given.revision
    if ('error' in given) {
      if (isWanted) found.set(given.id, { leftOut: given.error_description })
      continue
    }
    const end = at + given.size
    if (end > bytes.length) throw new Error('The server sent less data than it announced.')
    const { content = null, modified = null } = row ?? {}
    if (isWanted && content !== null)
      found.set(given.id, {
        content,
        modified: (modified === null ? undefined : parseUtc(modified)) ?? 0,
        bytes: bytes.subarray(at, end),
      })
    at = end
  }
  return found
}
