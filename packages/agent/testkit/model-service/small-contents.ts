import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { EntryId } from '@holdfast/api/ids'
import type { RemoteRow } from '../../src/core/remote-tree.ts'
import type { SmallContent } from '../../src/ports/disk.ts'
import type { LeftOut } from '../../src/ports/server.ts'
import type { ModelRoot } from './model-root.ts'

/** Contents of many files in one answer; the code that has the bytes reads them. */
export function smallContents(
  { revisions }: ModelRoot,
  rows: readonly RemoteRow[],
  read: (chunks: readonly ChunkRef[]) => Uint8Array,
): ReadonlyMap<EntryId, SmallContent | LeftOut> {
  const given = new Map<EntryId, SmallContent | LeftOut>()
  for (const { id, revisionId } of rows) {
    const revision = revisionId === null ? undefined : revisions.get(revisionId)
    if (revision) {
      const { content, modifiedAt: modified } = revision
      given.set(id, { content: content.id, modified, bytes: read(content.chunks) })
    } else given.set(id, { leftOut: 'There is no such revision.' })
  }
  return given
}
