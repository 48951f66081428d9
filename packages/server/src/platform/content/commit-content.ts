import type { RevisionId, RootId } from '@holdfast/api/ids'
import { fail, refuse } from '../../errors.ts'
import type { Tx } from '../db/database.ts'
import type { ChunkId } from '../db/tables/content.ts'
import { type Growth, NO_GROWTH } from './growth.ts'
import { healChunks, isLost } from './heal-chunks.ts'
import type { MarkedChunk } from './heal-queries.ts'
import {
  claimChunks,
  deleteReservedChunks,
  findStoredChunks,
  type HeldChunk,
  insertBlobChunks,
  insertInlineChunk,
  insertInlineChunks,
  type ReservedBlob,
} from './queries.ts'
import { insertRevisionChunks } from './revision-queries.ts'
import type { StagedChunk, StagedContent } from './staged.ts'

/** How many missing chunks an error names; the question which are missing has an operation of its own. */
const MISSING_NAMED = 20

/**
 * Makes staged bytes the content of a revision. The caller holds the root's row, so no other commit of the
 * same root runs beside this one. Gives how many bytes the root stores more than before, how many fewer wait for a file, and
 * which damaged chunks are whole again.
 */
export async function commitContent(
  tx: Tx,
  rootId: RootId,
  revisionId: RevisionId,
  content: StagedContent,
): Promise<Committed> {
  const uses = countUses(content.chunks)
  const hashes = [...uses.values()].map((use) => use.sha256)
  const held = await findStoredChunks(tx, rootId, hashes)
  const ids = new Map<string, ChunkId>()
  const gone: string[] = []
  const growth = { ...NO_GROWTH }
  for (const [hex, use] of uses) {
    // A caller that brings the bytes may have what is there, whatever it is there for.
    const existing = content.claimed && !use.brought ? claimable(held.get(hex)) : held.get(hex)
    if (!existing?.refs) growth.stored_size += use.size
    if (existing?.unclaimed) growth.pending_size -= use.size
    if (existing && existing.size !== use.size) refuse('chunks', `${hex} has a different size`)
    if (existing) ids.set(hex, existing.id)
    else if (use.data)
      ids.set(hex, await insertInlineChunk(tx, { ...use, rootId, data: use.data, idleSince: null }))
    else if (!use.blob) gone.push(hex)
    if (existing && isLost(existing, use)) gone.push(hex)
  }
  if (gone.length > 0) failFor(gone, content)
  const healed = await healChunks(tx, rootId, uses.values(), held)
  await claimHeld(tx, rootId, uses, held)
  await storeFresh(tx, rootId, uses, ids)
  await deleteReservedChunks(tx, rootId, content.unused)
  await insertRevisionChunks(tx, rootId, { id: revisionId, chunks: namedBy(ids, content) })
  return { ...growth, healed }
}

const namedBy = (ids: ReadonlyMap<string, ChunkId>, { chunks }: StagedContent) =>
  chunks.map(({ sha256, size }) => ({ id: ids.get(sha256.toString('hex')) as ChunkId, size }))

/** Of the chunks of some contents those that the root holds, by their hashes in hex. */
export const findHeld = (tx: Tx, rootId: RootId, contents: readonly StagedContent[]) =>
  findStoredChunks(
    tx,
    rootId,
    [...countUses(contents.flatMap(({ chunks }) => chunks)).values()].map(({ sha256 }) => sha256),
  )

/** Whether nothing has to be looked at but rows: its chunks are held and undamaged, or small and brought along. */
export const isPlain = ({ chunks }: StagedContent, held: ReadonlyMap<string, HeldChunk>): boolean =>
  chunks.every((chunk) => {
    const there = held.get(chunk.sha256.toString('hex'))
    if (!there) return chunk.data !== undefined
    const usable = chunk.brought ? there : claimable(there)
    return usable?.damaged_at === null && usable.size === chunk.size
  })

/** Makes plain contents those of revisions, as `commitContent` does, with few statements for all of them. */
export async function commitPlain(
  tx: Tx,
  rootId: RootId,
  revisions: readonly { id: RevisionId; content: StagedContent }[],
  held: ReadonlyMap<string, HeldChunk>,
): Promise<Growth> {
  const uses = countUses(revisions.flatMap(({ content }) => content.chunks))
  const growth = { ...NO_GROWTH }
  for (const [hex, { size }] of uses) {
    const there = held.get(hex)
    if (!there?.refs) growth.stored_size += size
    if (there?.unclaimed) growth.pending_size -= size
  }
  const used = new Map([...held].filter(([hex]) => uses.has(hex)))
  await claimHeld(tx, rootId, uses, used)
  const fresh = [...uses].flatMap(([hex, use]) =>
    use.data && !used.has(hex) ? [{ ...use, rootId, data: use.data, idleSince: null }] : [],
  )
  const ids = await insertInlineChunks(tx, fresh)
  for (const [hex, { id }] of used) ids.set(hex, id)
  await insertRevisionChunks(
    tx,
    rootId,
    ...revisions.map(({ id, content }) => ({ id, chunks: namedBy(ids, content) })),
  )
  return growth
}

interface Committed extends Growth {
  healed: readonly MarkedChunk[]
}

/** What no file has any more, and nobody has sent again, is gone: its name alone does not bring it back. */
const claimable = (chunk: HeldChunk | undefined): HeldChunk | undefined =>
  chunk && (chunk.refs > 0 || chunk.unclaimed) ? chunk : undefined

function failFor(gone: readonly string[], { claimed }: StagedContent): never {
  // The root held them when the upload began; the sweep has taken them since, or they were found to be damaged.
  if (!claimed) return fail('temporarily_unavailable')
  const named = gone.slice(0, MISSING_NAMED).join(' ')
  const more = gone.length > MISSING_NAMED ? ' and others' : ''
  return fail('missing_chunks', `Upload these chunks first: ${named}${more}`)
}

type Use = StagedChunk & { refs: number }

/** The chunks of a content by hash: it may hold the same one many times, as a file of zeros does. */
function countUses(chunks: readonly StagedChunk[]): Map<string, Use> {
  const uses = new Map<string, Use>()
  for (const chunk of chunks) {
    const hex = chunk.sha256.toString('hex')
    const use = uses.get(hex)
    if (use) use.refs++
    else uses.set(hex, { ...chunk, refs: 1 })
  }
  return uses
}

async function claimHeld(
  tx: Tx,
  rootId: RootId,
  uses: ReadonlyMap<string, Use>,
  held: ReadonlyMap<string, HeldChunk>,
): Promise<void> {
  // By how often this content uses them, which is nearly always once: one statement claims them all.
  const claims = new Map<number, ChunkId[]>()
  for (const [hex, { id }] of held) {
    const { refs } = uses.get(hex) as Use
    const ids = claims.get(refs)
    if (ids) ids.push(id)
    else claims.set(refs, [id])
  }
  for (const [refs, ids] of claims)
    if ((await claimChunks(tx, rootId, ids, refs)) !== ids.length) fail('temporarily_unavailable')
}

/** Turns reservations into chunks. A blob that proved needless keeps its reservation, for the sweep to find. */
async function storeFresh(
  tx: Tx,
  rootId: RootId,
  uses: ReadonlyMap<string, Use>,
  ids: Map<string, ChunkId>,
): Promise<void> {
  const fresh = [...uses].flatMap(([hex, use]) =>
    use.blob && !ids.has(hex) ? [{ ...use, hex, rootId, key: use.blob.key, idleSince: null }] : [],
  )
  const reserved = fresh.map((chunk) => chunk.blob as ReservedBlob)
  // The sweep has taken one, and with it the bytes: the upload took longer than it allows.
  if ((await deleteReservedChunks(tx, rootId, reserved)) !== reserved.length) fail('temporarily_unavailable')
  const inserted = await insertBlobChunks(tx, fresh)
  for (const { hex, key } of fresh) ids.set(hex, inserted.get(key) as ChunkId)
}
