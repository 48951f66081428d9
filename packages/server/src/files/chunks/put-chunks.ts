import { hash } from 'node:crypto'
import { MAX_BUNDLE_BYTES, MAX_BUNDLE_CHUNKS } from '@holdfast/api/files/chunks'
import type { RootId } from '@holdfast/api/ids'
import { refuse } from '../../errors.ts'
import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { authorizeChunks } from './authorize-chunks.ts'
import { jsonIn, readRefs, type SentChunk, splitFramed } from './framed-body.ts'
import { receiveWhole } from './receive-whole.ts'
import { type CheckedChunk, storeChunks } from './store-chunks.ts'

const LIMIT = { most: MAX_BUNDLE_BYTES, tooLarge: `A bundle can have up to ${MAX_BUNDLE_BYTES} bytes.` }

/** As `putChunk`, for several. Gives the hashes of those that are not what they are said to be: all others are stored. */
export async function putChunks(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  incoming: IncomingBytes,
): Promise<string[]> {
  const { root } = await authorizeChunks(ctx.db.read, who, rootId)
  return receiveWhole(ctx.content, who.personId, incoming, LIMIT, async (body) => {
    const refused: string[] = []
    const right: CheckedChunk[] = []
    for (const [named, bytes] of readBundle(body)) {
      const sha256 = hash('sha256', bytes, 'buffer')
      if (sha256.toString('hex') === named) right.push({ sha256, bytes })
      else refused.push(named)
      // Others are heard between the hashes of large chunks.
      await new Promise((resume) => setImmediate(resume))
    }
    if (right.length > 0) await storeChunks(ctx, who, root, right)
    return refused
  })
}

function readBundle(body: Buffer): SentChunk[] {
  const { text, bytes } = splitFramed(body) ?? refuseBody()
  const refs = jsonIn(text)
  if (!Array.isArray(refs) || refs.length === 0) return refuseBody()
  if (refs.length > MAX_BUNDLE_CHUNKS) refuse('body', `expected: up to ${MAX_BUNDLE_CHUNKS} chunks`)
  return readRefs(refs, bytes, 'body')
}

const refuseBody = (): never => refuse('body', 'expected: the length of the JSON, the JSON, then the bytes')
