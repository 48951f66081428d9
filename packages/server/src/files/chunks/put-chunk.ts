import { hash } from 'node:crypto'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import type { RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { authorizeChunks, hashNamed } from './authorize-chunks.ts'
import { receiveWhole } from './receive-whole.ts'
import { storeChunks } from './store-chunks.ts'

const LIMIT = { most: MAX_CHUNK, tooLarge: `A chunk can have up to ${MAX_CHUNK} bytes.` }

/** Stores bytes for a file that is still to be made. To send them twice is not an error. */
export async function putChunk(
  ctx: Ctx,
  who: PersonPrincipal,
  path: { rootId: RootId; sha256: string },
  incoming: IncomingBytes,
): Promise<void> {
  const { root } = await authorizeChunks(ctx.db.read, who, path.rootId)
  const sha256 = hashNamed(path.sha256)
  await receiveWhole(ctx.content, who.personId, incoming, LIMIT, async (bytes) => {
    if (bytes.length === 0) fail('invalid_request', 'A chunk must have at least one byte.')
    if (!hash('sha256', bytes, 'buffer').equals(sha256))
      fail('invalid_request', 'The bytes do not match the hash.')
    await storeChunks(ctx, who, root, [{ sha256, bytes }])
  })
}
