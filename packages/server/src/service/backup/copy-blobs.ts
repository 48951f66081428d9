import { sizeInWords } from '@holdfast/api/sizes'
import { severalAtOnce } from '../../platform/basics/several-at-once.ts'
import { BlobDamagedError, type BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Manifest } from './manifest.ts'
import { readPieces, sha256Of } from './pieces.ts'
import type { BackupPlace } from './place.ts'
import type { NamedBlob } from './queries.ts'

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
      `${this.done} of ${this.#of.count} blobs, ${sizeInWords(this.bytes, 'en')} of ${sizeInWords(this.#of.bytes, 'en')}`,
    )
  }
}

/** Reads a blob; undefined where the store has it no more as it was. */
export async function readBlob(
  store: Pick<BlobStore, 'get'>,
  { key, size, sha256 }: NamedBlob,
): Promise<Buffer | undefined> {
  const bytes = await store.get(key).catch((error) => {
    if (error instanceof BlobDamagedError) return undefined
    throw error
  })
  return bytes?.length === size && sha256Of(bytes) === sha256.toString('hex') ? bytes : undefined
}

/** The blobs of a backup, as its pieces list them. */
export async function* blobsOf(
  place: BackupPlace,
  { pieces }: Manifest['blobs'],
): AsyncGenerator<NamedBlob[]> {
  for await (const rows of readPieces(place, pieces))
    yield rows.map(([key, size, sha256]) => ({ key, size, sha256 }) as NamedBlob)
}

/** Does the work for each blob of a list that may be long. */
export async function eachBlob(
  lists: AsyncIterable<readonly NamedBlob[]>,
  work: (blob: NamedBlob) => Promise<unknown>,
): Promise<void> {
  for await (const blobs of lists) await severalAtOnce(blobs, AT_ONCE, work)
}
