/**
 * Where content is cut into chunks. Cuts follow the content (FastCDC, Xia et al., USENIX ATC 2016), so an
 * insert changes only the chunks around it. Every writer must cut alike or equal content is stored twice:
 * whatever moves a cut point needs a new version.
 */
export const CUTTER_VERSION = 1

export const MIN_CHUNK = 256 * 1024
/** Where cutting turns from unlikely to likely; random content comes to about 1.14 MiB per chunk. */
export const AVERAGE_CHUNK = 1024 * 1024
export const MAX_CHUNK = 4 * 1024 * 1024

// A hash of 32 bits shifted by one per byte: its high bits have seen the most bytes, so they decide.
const HARD_MASK = -1 << (32 - 22)
const EASY_MASK = -1 << (32 - 18)

const GEAR_SEED = 0x686f6c64
const GEAR = gearTable()

// V8 optimizes a function it calls often far better than a long loop inside a single call.
const STRETCH = 4096

/** A random number per byte value, drawn by splitmix32; the same on every machine, for ever. */
export function gearTable(): Int32Array {
  const table = new Int32Array(256)
  let state = GEAR_SEED
  for (let byte = 0; byte < 256; byte++) {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    table[byte] = mixed ^ (mixed >>> 15)
  }
  return table
}

/** Finds the cut points of a byte stream that arrives in pieces of any size. */
export class Cutter {
  #size = 0
  #hash = 0

  /** Offsets in `bytes` (exclusive ends) at which a chunk ends. */
  push(bytes: Uint8Array): number[] {
    const cuts: number[] = []
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    while (at < bytes.length) {
      if (this.#size < MIN_CHUNK) {
        const skipped = Math.min(MIN_CHUNK - this.#size, bytes.length - at)
        at += skipped
        this.#size += skipped
        continue
      }
      const early = this.#size < AVERAGE_CHUNK
      const mask = early ? HARD_MASK : EASY_MASK
      const room = (early ? AVERAGE_CHUNK : MAX_CHUNK) - this.#size
      const reached = this.#roll(view, at, Math.min(bytes.length, at + room, at + STRETCH), mask)
      this.#size += reached - at
      at = reached
      if ((this.#hash & mask) === 0 || this.#size === MAX_CHUNK) {
        cuts.push(at)
        this.#size = 0
        this.#hash = 0
      }
    }
    return cuts
  }

  /** Bytes since the last cut: the last chunk's size, 0 when the stream ended on a cut. */
  get pending(): number {
    return this.#size
  }

  // Hashes from `at` until a byte makes the masked hash zero, or to `end`; gives the offset it reached.
  #roll(view: DataView, at: number, end: number, mask: number): number {
    const gear = GEAR
    let h = this.#hash
    let i = at
    // Eight bytes by two loads are twice as fast as eight loads. A hit leaves the eight to the loop below,
    // which finds its byte; and that loop always gets some bytes, so that it is compiled before the first hit.
    for (const last = end - 8; i < last; i += 8) {
      const x = view.getInt32(i, true)
      const y = view.getInt32(i + 4, true)
      const a = ((h << 1) + (gear[x & 255] as number)) | 0
      const b = ((a << 1) + (gear[(x >>> 8) & 255] as number)) | 0
      const c = ((b << 1) + (gear[(x >>> 16) & 255] as number)) | 0
      const d = ((c << 1) + (gear[x >>> 24] as number)) | 0
      const e = ((d << 1) + (gear[y & 255] as number)) | 0
      const f = ((e << 1) + (gear[(y >>> 8) & 255] as number)) | 0
      const g = ((f << 1) + (gear[(y >>> 16) & 255] as number)) | 0
      const next = ((g << 1) + (gear[y >>> 24] as number)) | 0
      if ((a & mask) === 0 || (b & mask) === 0 || (c & mask) === 0 || (d & mask) === 0) break
      if ((e & mask) === 0 || (f & mask) === 0 || (g & mask) === 0 || (next & mask) === 0) break
      h = next
    }
    while (i < end) {
      h = ((h << 1) + (gear[view.getUint8(i)] as number)) | 0
      i++
      if ((h & mask) === 0) break
    }
    this.#hash = h
    return i
  }
}
