import type { Cut } from './form/cut-lines.ts'
import { openManifest, treesOf } from './form/manifest.ts'
import { faultOf, type Piece, pack, sha256Of } from './form/pieces.ts'
import { leavesOf } from './form/tree.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupName, PieceName } from './place/names.ts'
import type { BackupPlace } from './place/place.ts'
import type { Recheck } from './recheck.ts'

type Known = Omit<Piece, 'rows'>

/** Stores the pieces of a backup, those that its place has already only once. */
export class PieceStore {
  readonly #place: BackupPlace
  /** By the hashes of their lines. */
  readonly #known = new Map<string, Known>()
  readonly #there: Map<PieceName, number>
  readonly #recheck: Recheck
  readonly stored = { count: 0, bytes: 0 }
  /** Pieces that were there and not as they should be. */
  readonly repaired: PieceName[] = []

  constructor(place: BackupPlace, there: Map<PieceName, number>, recheck: Recheck) {
    this.#place = place
    this.#there = there
    this.#recheck = recheck
  }

  /** Pieces of an earlier backup: the same lines need not be compressed to know what they are called. */
  async learnFrom(backup: BackupName, manifest: Buffer): Promise<void> {
    const learn = (piece: Piece) => void this.#known.set(piece.lines, piece)
    for (const tree of treesOf(openManifest(backup, manifest).manifest))
      try {
        for await (const _ of leavesOf(this.#place, tree, learn));
      } catch (error) {
        // What cannot be read is written again.
        if (!(error instanceof BackupError)) throw error
      }
  }

  async store({ bytes: lines }: Cut): Promise<Known> {
    const hash = sha256Of(lines)
    const known = this.#known.get(hash)
    if (known && (await this.#isWhole(known))) return known
    const { name, bytes } = await pack(lines)
    const piece: Known = { name, size: bytes.length, lines: hash }
    const before = this.#there.get(name)
    if (before !== bytes.length || known) {
      await this.#place.put('pieces', name, bytes)
      if (before === undefined) {
        this.stored.count++
        this.stored.bytes += bytes.length
      } else this.repaired.push(name)
    }
    this.#there.set(name, bytes.length)
    this.#known.set(hash, piece)
    return piece
  }

  async #isWhole({ name, size }: Known): Promise<boolean> {
    if (this.#there.get(name) !== size) return false
    if (!this.#recheck.isDue(name, size)) return true
    return faultOf(await this.#place.get('pieces', name), name) === undefined
  }
}
