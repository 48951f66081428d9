import type { Cut } from './form/cut-rows.ts'
import { openManifest, treesOf } from './form/manifest.ts'
import { faultOf, type Piece, pack, sha256Of } from './form/pieces.ts'
import { leavesOf } from './form/tree.ts'
import type { WholeRows } from './form/whole-rows.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupName, PieceName } from './place/names.ts'
import type { BackupPlace } from './place/place.ts'
import type { Recheck } from './recheck.ts'

type Known = Omit<Piece, 'rows'>

/** Stores the pieces of a backup, those that its place has already only once. */
export class PieceStore {
  readonly #place: BackupPlace
  /** By the hashes of what they hold. */
  readonly #known = new Map<string, Known>()
  readonly #there: Map<PieceName, number>
  readonly #recheck: Recheck
  readonly stored = { count: 0, bytes: 0 }
  /** Pieces that were there and not as they should be. */
  readonly repaired: PieceName[] = []
  /** Pieces with rows whose bytes are not as their hashes say. */
  unsound = 0

  constructor(place: BackupPlace, there: Map<PieceName, number>, recheck: Recheck) {
    this.#place = place
    this.#there = there
    this.#recheck = recheck
  }

  /** Pieces of an earlier backup: the same rows need not be compressed to know what they are called. */
  async learnFrom(backup: BackupName, manifest: Buffer): Promise<void> {
    const learn = (piece: Piece) => void this.#known.set(piece.content, piece)
    for (const tree of treesOf(openManifest(backup, manifest).manifest))
      try {
        for await (const _ of leavesOf(this.#place, tree, learn));
      } catch (error) {
        // What cannot be read is written again.
        if (!(error instanceof BackupError)) throw error
      }
  }

  /** Bytes that rows have left out count by their hashes: where nothing changed, they are not read. */
  async store(cut: Cut, whole: () => Promise<WholeRows>): Promise<Known> {
    const content = sha256Of(cut.bytes)
    const known = this.#known.get(content)
    if (known && this.#isThere(known)) return known
    const { records, sound } = await whole()
    if (!sound) this.unsound++
    if (known && (await this.#isWhole(known))) return known
    const { name, bytes } = await pack(records)
    // What is not as its hash says is not believed to be the same once it is repaired.
    const piece: Known = { name, size: bytes.length, content: sound ? content : sha256Of(records) }
    const before = this.#there.get(name)
    // What only an older backup has, or one that was cut off, nobody has looked at lately.
    if (known || !(await this.#isWhole(piece))) {
      await this.#place.put('pieces', name, bytes)
      if (before === undefined) {
        this.stored.count++
        this.stored.bytes += bytes.length
      } else this.repaired.push(name)
    }
    this.#there.set(name, bytes.length)
    this.#known.set(piece.content, piece)
    return piece
  }

  /** As far as its size tells, where it is not its turn to be read. */
  #isThere({ name, size }: Known): boolean {
    return this.#there.get(name) === size && !this.#recheck.isDue(name, size)
  }

  async #isWhole({ name, size }: Known): Promise<boolean> {
    if (this.#there.get(name) !== size) return false
    return faultOf(await this.#place.get('pieces', name), name) === undefined
  }
}
