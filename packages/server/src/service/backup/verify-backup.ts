import { BackupError } from './backup-error.ts'
import { blobsOf, eachBlob } from './copy-blobs.ts'
import { listBackups, type Manifest, readManifest } from './manifest.ts'
import { readPiece, sha256Of } from './pieces.ts'
import type { BackupPlace } from './place.ts'
import type { NamedBlob } from './queries.ts'

export interface Verified {
  backups: number
  pieces: number
  blobs: number
  problems: number
}

/** Reads everything that backups are made of, blobs that several of them have once, and names each part that is not as it was. */
export async function verifyBackups(
  place: BackupPlace,
  names: readonly string[] | undefined,
  report: (problem: string) => void,
): Promise<Verified> {
  const totals = { backups: 0, pieces: 0, blobs: 0, problems: 0 }
  const tell = (problem: string) => {
    totals.problems++
    report(problem)
  }
  const seen = new Set<string>()
  for (const name of names ?? (await listBackups(place))) {
    totals.backups++
    try {
      const manifest = await readManifest(place, name)
      totals.pieces += await verifyPieces(place, manifest, tell)
      totals.blobs += await verifyBlobs(place, manifest, seen, tell)
      if (manifest.damaged.length > 0)
        tell(
          `Of the backup ${name}, ${manifest.damaged.length} blobs were damaged or missing in the service already: ${manifest.damaged.join(', ')}`,
        )
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      tell(error.message)
    }
  }
  return totals
}

async function verifyPieces(
  place: BackupPlace,
  { tables }: Manifest,
  tell: (problem: string) => void,
): Promise<number> {
  const pieces = tables.flatMap((table) => table.pieces)
  for (const piece of pieces)
    await readPiece(place, piece).catch((error) => {
      if (!(error instanceof BackupError)) throw error
      tell(error.message)
    })
  return pieces.length
}

async function verifyBlobs(
  place: BackupPlace,
  { blobs, damaged }: Manifest,
  seen: Set<string>,
  tell: (problem: string) => void,
): Promise<number> {
  const known = new Set(damaged)
  let read = 0
  await eachBlob(blobsOf(place, blobs), async (blob) => {
    if (seen.has(blob.key) || known.has(blob.key)) return
    seen.add(blob.key)
    read++
    const fault = await faultOf(place, blob)
    if (fault) tell(`The blob ${blob.key} ${fault}`)
  })
  return read
}

async function faultOf(place: BackupPlace, { key, sha256 }: NamedBlob): Promise<string | undefined> {
  const bytes = await place.get('blobs', key)
  if (!bytes) return 'is missing'
  return sha256Of(bytes) === sha256.toString('hex') ? undefined : 'is damaged'
}
