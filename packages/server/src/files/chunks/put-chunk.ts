import { createHash } from 'node:crypto'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import type { RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import { keepChunks } from '../../platform/content/keep-chunks.ts'
import { deleteReservedChunks, findStoredChunk, markUnclaimed } from '../../platform/content/queries.ts'
import { BlobReserve } from '../../platform/content/reserve.ts'
import { stage } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordDamage } from '../../records/damage.ts'
import { holdRoot } from '../../records/roots.ts'
import { checkRoom, reserveStorage } from '../writing/quota.ts'
import { authorizeChunks, hashNamed } from './authorize-chunks.ts'

const TOO_LARGE = `A chunk can have at most ${MAX_CHUNK} bytes.`

/** Stores bytes for a file that is still to be made. To send them twice is not an error. */
export async function putChunk(
  ctx: Ctx,
  who: PersonPrincipal,
  path: { rootId: RootId; sha256: string },
  incoming: IncomingBytes,
): Promise<void> {
  const { rootId } = path
  const { root } = await authorizeChunks(ctx.db.read, who, rootId)
  const sha256 = hashNamed(path.sha256)
  const { announcedSize = MAX_CHUNK } = incoming
  if (announcedSize > MAX_CHUNK) fail('invalid_request', TOO_LARGE)
  const release = ctx.content.whole.tryHold(who.personId, announcedSize)
  if (!release) return fail('temporarily_unavailable', 'Too many chunks are being sent at once.')
  try {
    const parts = await receive(incoming, sha256)
    const size = parts.reduce((sum, { length }) => sum + length, 0)
    // Counted below; this keeps those who are at the end of their quota from storing for nothing.
    if (!(await findStoredChunk(ctx.db.read, rootId, sha256))) await checkRoom(ctx.db.read, root, size)
    const reserve = new BlobReserve(ctx.content, rootId)
    const chunk = await stage(ctx.content, rootId, reserve, sha256, parts)
    await ctx.db.write(async (tx) => {
      const held = await holdRoot(tx, rootId)
      // Again: rights may have changed while the bytes arrived.
      await authorizeChunks(tx, who, rootId)
      const at = ctx.now()
      const { ids, healed } = await keepChunks(tx, rootId, [chunk], at)
      const [id] = ids.values()
      await deleteReservedChunks(tx, rootId, reserve.unused)
      const unclaimed = id === undefined ? 0 : await markUnclaimed(tx, rootId, id)
      await reserveStorage(ctx, tx, held, unclaimed, at)
      await recordDamage(tx, 'content_healed', healed, at)
    })
  } finally {
    release()
  }
}

/** The bytes, in the pieces they came in: no more than a chunk may have, and those that were named. */
async function receive(incoming: IncomingBytes, sha256: Buffer): Promise<Buffer[]> {
  const parts: Buffer[] = []
  const hash = createHash('sha256')
  let size = 0
  await incoming.receive((bytes) => {
    size += bytes.length
    if (size > MAX_CHUNK) fail('invalid_request', TOO_LARGE)
    hash.update(bytes)
    parts.push(bytes)
    return undefined
  })
  if (size === 0) fail('invalid_request', 'A chunk has at least one byte.')
  if (!hash.digest().equals(sha256)) fail('invalid_request', 'These are other bytes than the hash names.')
  return parts
}
