import type { BlobKey } from '../../platform/basics/blob-key.ts'
import { BACKUP, BACKUP_LOCATION, BACKUP_PROBLEMS } from '../words/backup.ts'
import { blobsOf, eachBlob } from './copy-blobs.ts'
import type { Expected } from './expected.ts'
import { listBackups, type Manifest, openManifest, treesOf } from './form/manifest.ts'
import { faultOf, type Piece, readPiece, sha256Of } from './form/pieces.ts'
import { piecesIn } from './form/tree.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupName, PieceName } from './place/names.ts'
import type { BackupPlace } from './place/place.ts'
import type { NamedBlob } from './queries.ts'

export interface Verified {
  backups: number
  pieces: number
  blobs: number
  problems: number
  /** The newest backup that is whole, by its number. */
  newest: BackupName | undefined
  /** Parts that are missing or not as they were. */
  damaged: { pieces: Set<PieceName>; blobs: Map<BlobKey, NamedBlob> }
}

/** Reads everything that backups are made of, once, and names each part that is not as it was. */
export async function verifyBackups(
  place: BackupPlace,
  only: readonly BackupName[] | undefined,
  expected: Expected,
  report: (problem: string) => void,
): Promise<Verified> {
  const verifier = new Verifier(place, expected, report)
  const names = await listBackups(place)
  for (const name of only ?? names) await verifier.verify(name)
  if (!only) verifier.expect(names)
  if (!only && names.length === 0) verifier.tell(BACKUP_LOCATION.noBackups)
  return verifier.totals
}

class Verifier {
  readonly #place: BackupPlace
  readonly #expected: Expected
  readonly #report: (problem: string) => void
  /** Whether what was read is whole. */
  readonly #pieces = new Map<PieceName, boolean>()
  readonly #blobs = new Map<BlobKey, boolean>()
  readonly totals: Verified = {
    backups: 0,
    pieces: 0,
    blobs: 0,
    problems: 0,
    newest: undefined,
    damaged: { pieces: new Set(), blobs: new Map() },
  }

  constructor(place: BackupPlace, expected: Expected, report: (problem: string) => void) {
    this.#place = place
    this.#expected = expected
    this.#report = report
  }

  tell(problem: string): void {
    this.totals.problems++
    this.#report(problem)
  }

  /** Somebody removed it who is not this installation, or its manifest has lost its name. */
  expect(there: readonly string[]): void {
    // One that is being made, or was cut off at its end, may be there or not.
    for (const { backup, complete } of this.#expected.kept ?? [])
      if (complete === 1 && !there.includes(backup)) this.tell(BACKUP_PROBLEMS.missing(backup))
  }

  async verify(name: BackupName): Promise<void> {
    this.totals.backups++
    try {
      const manifest = await this.#open(name)
      let isWhole = manifest.damaged.length === 0
      if (!isWhole) this.tell(BACKUP_PROBLEMS.damagedBefore(name, manifest.damaged))
      for (const { top, height } of treesOf(manifest))
        if (top && !(await this.#isWhole(top, height))) isWhole = false
      if (!(await this.#areBlobsWhole(manifest))) isWhole = false
      if (isWhole) this.totals.newest = name
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      this.tell(error.message)
    }
  }

  /** Of a piece and all below it. Each is read once, however many backups have it. */
  async #isWhole(piece: Piece, height: number): Promise<boolean> {
    const seen = this.#pieces.get(piece.name)
    if (seen !== undefined) return seen
    this.totals.pieces++
    let isWhole = true
    try {
      const lines = await readPiece(this.#place, piece)
      if (height > 0)
        for (const below of piecesIn(lines)) if (!(await this.#isWhole(below, height - 1))) isWhole = false
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      this.tell(error.message)
      this.totals.damaged.pieces.add(piece.name)
      isWhole = false
    }
    this.#pieces.set(piece.name, isWhole)
    return isWhole
  }

  async #areBlobsWhole({ blobs, damaged }: Manifest): Promise<boolean> {
    // A list that cannot be read is named already.
    if (blobs.list.top && !this.#pieces.get(blobs.list.top.name)) return false
    const known = new Set<string>(damaged)
    let isWhole = true
    await eachBlob(blobsOf(this.#place, blobs), async (blob) => {
      if (known.has(blob.key)) return
      if (!this.#blobs.has(blob.key)) this.#blobs.set(blob.key, await this.#isBlobWhole(blob))
      if (!this.#blobs.get(blob.key)) isWhole = false
    })
    return isWhole
  }

  async #isBlobWhole(blob: NamedBlob): Promise<boolean> {
    this.totals.blobs++
    const fault = faultOf(await this.#place.get('blobs', blob.key), blob.sha256.toString('hex'))
    if (!fault) return true
    this.tell(`Blob ${blob.key} ${fault}`)
    this.totals.damaged.blobs.set(blob.key, blob)
    return false
  }

  async #open(name: BackupName): Promise<Manifest> {
    const bytes = await this.#place.get('backups', name)
    if (!bytes) throw new BackupError(BACKUP.noSuchBackup(name))
    const { manifest, fingerprint } = openManifest(name, bytes)
    const { fingerprint: own, kept } = this.#expected
    if (own !== undefined && fingerprint !== own)
      throw new BackupError(BACKUP_PROBLEMS.otherOrigin(name, fingerprint, own))
    const known = kept?.find(({ backup }) => backup === name)
    if (kept && known?.sha256 !== sha256Of(bytes))
      this.tell(known ? BACKUP_PROBLEMS.replaced(name) : BACKUP_PROBLEMS.unexpected(name))
    return manifest
  }
}
