import { sizeInWords } from '@holdfast/api/sizes'
import { type BlobKey, BlobKeyError, isBlobKey } from '../../platform/basics/blob-key.ts'
import { severalAtOnce } from '../../platform/basics/several-at-once.ts'
import { BlobDamagedError, type BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Ctx } from '../../platform/context.ts'
import { BACKING_UP } from '../words/backup.ts'
import type { Manifest } from './form/manifest.ts'
import { faultOf, sha256Of } from './form/pieces.ts'
import { readTree } from './form/tree.ts'
import { BackupError } from './place/backup-error.ts'
import { type BackupPlace, sizesOn } from './place/place.ts'
import type { NamedBlob } from './queries.ts'
import type { Recheck } from './recheck.ts'

const AT_ONCE = 8
const TELL_EVERY_MS = 5000

/** Tells how far something is, every few seconds. */
export class Progress {
  readonly #tell: (text: string) => void
  readonly #of: { count: number; bytes: number }
  #told = performance.now()
  done = 0
  bytes = 0

  constructor(of: { count: number; bytes: number }, tell: (text: string) => void) {
    this.#of = of
    this.#tell = tell
  }

  add(bytes: number): void {
    this.done++
    this.bytes += bytes
    if (performance.now() - this.#told < TELL_EVERY_MS) return
    this.#told = performance.now()
    this.#tell(
      BACKING_UP.progress({
        ...{ done: this.done, count: this.#of.count },
        ...{ doneSize: sizeInWords(this.bytes, 'en'), size: sizeInWords(this.#of.bytes, 'en') },
      }),
    )
  }
}

/** Reads a blob; undefined where the store has it no more as it was. */
export async function readBlob(
  store: Pick<BlobStore, 'get'>,
  { key, size, sha256 }: NamedBlob,
): Promise<Buffer | undefined> {
  const bytes = await store.get(key).catch((error) => {
    if (error instanceof BlobDamagedError || error instanceof BlobKeyError) return undefined
    throw error
  })
  return bytes?.length === size && sha256Of(bytes) === sha256.toString('hex') ? bytes : undefined
}

/** The blobs of a backup, as its pieces list them. */
export async function* blobsOf(
  place: BackupPlace,
  { list }: Pick<Manifest['blobs'], 'list'>,
): AsyncGenerator<NamedBlob[]> {
  for await (const rows of readTree(place, list))
    yield rows.map(([key, size, sha256]) => {
      if (typeof key !== 'string' || !isBlobKey(key) || !Buffer.isBuffer(sha256))
        throw new BackupError(`The list of blobs has an invalid name: ${JSON.stringify(key)}`)
      return { key, size: Number(size), sha256 }
    })
}

/** Does the work for each blob of a list that may be long. */
export async function eachBlob(
  lists: AsyncIterable<readonly NamedBlob[]>,
  work: (blob: NamedBlob) => Promise<unknown>,
): Promise<void> {
  for await (const blobs of lists) await severalAtOnce(blobs, AT_ONCE, work)
}

export interface CopiedBlobs {
  /** Of the service: their bytes are not there, or not right. */
  damaged: BlobKey[]
  /** At the place: they were there, and are copied again. */
  repaired: BlobKey[]
  copied: { count: number; bytes: number }
}

/** Copies the blobs that the place does not have, or not as they should be. */
export async function copyBlobs(
  ctx: Pick<Ctx, 'blobs'>,
  place: BackupPlace,
  blobs: Manifest['blobs'],
  recheck: Recheck,
  tell: (text: string) => void,
): Promise<CopiedBlobs> {
  const there = await sizesOn(place, 'blobs')
  const progress = new Progress(blobs, (text) => tell(BACKING_UP.copied(text)))
  const done: CopiedBlobs = { damaged: [], repaired: [], copied: { count: 0, bytes: 0 } }
  const isWhole = async ({ key, size, sha256 }: NamedBlob) => {
    if (there.get(key) !== size) return false
    if (!recheck.isDue(key, size)) return true
    return faultOf(await place.get('blobs', key), sha256.toString('hex')) === undefined
  }
  await eachBlob(blobsOf(place, blobs), async (blob) => {
    const { key, size } = blob
    if (!(await isWhole(blob))) {
      const bytes = await readBlob(ctx.blobs, blob)
      if (bytes) {
        await place.put('blobs', key, bytes)
        if (there.has(key)) done.repaired.push(key)
        else {
          done.copied.count++
          done.copied.bytes += size
        }
      } else done.damaged.push(key)
    }
    progress.add(size)
  })
  done.damaged.sort()
  return done
}
