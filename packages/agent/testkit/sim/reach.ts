import type { RootId } from '@holdfast/api/ids'
import type { Server } from '../../src/ports/server.ts'
import type { Caller } from '../model-service/entry.ts'
import type { ModelServer } from '../model-service/model-server.ts'
import { refuse } from '../model-service/refuse.ts'
import { smallContents } from '../model-service/small-contents.ts'
import { chunksOf } from './contents.ts'
import type { AtOnce } from './lane.ts'

/** One root of a model of the service, as a device of someone reaches it. */
export function reach(
  server: ModelServer,
  who: Caller,
  { root_id, page: limit, isOld = false }: { root_id: RootId; page: number; isOld?: boolean },
): AtOnce<Server> {
  return {
    listChanges: (cursor) => server.listChanges(who, { root_id, cursor, limit }),
    getSnapshot: ({ after, folderId: folder_id }) =>
      server.getSnapshot(who, { root_id, after, folder_id, limit }),
    applyBatch: (request) => server.applyBatch(who, root_id, request),
    findMissingChunks: (chunks) => new Set(server.findMissingChunks(who, root_id, chunks)),
    putChunk: (sha256, { length: size }) => server.putChunk(who, root_id, { sha256, size }),
    putChunks: (chunks) => {
      if (isOld) return undefined
      for (const { sha256, bytes } of chunks) server.putChunk(who, root_id, { sha256, size: bytes.length })
      return new Set<string>()
    },
    findWriter: ({ id }) => {
      const line = server.root(root_id).log.findLast(({ entry }) => entry?.id === id)
      return { isMe: line?.by.personId === who.personId, name: line?.by.name ?? '', at: line?.at ?? 0 }
    },
    openContent: ({ revisionId }) => {
      server.getEntries(who, { root_id, ids: [] })
      const revision = server.root(root_id).revisions.get(revisionId ?? (0 as never)) ?? refuse('not_found')
      const { id: content, size } = revision.content
      const { modifiedAt: modified } = revision
      return {
        content,
        size,
        modified,
        chunks: () => Promise.resolve(chunksOf(content)),
        bytes: () => [] as never,
      }
    },
    openContents: (rows) => {
      if (isOld) return undefined
      server.getEntries(who, { root_id, ids: [] })
      return smallContents(server.root(root_id), rows, () => new Uint8Array())
    },
  }
}
