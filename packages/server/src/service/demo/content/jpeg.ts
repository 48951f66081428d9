/** Red, green and blue of a point, each from 0 to 255. */
export type Color = readonly [number, number, number]

const EDGE = 8
/** Coarse enough for small files, fine enough for skies without stripes. */
const STEP = 12

/** The order in which a block is written: from the lowest frequencies to the highest. */
const ZIGZAG = zigzag()
const COSINE = Float64Array.from({ length: EDGE ** 2 }, (_, n) => {
  const [x, u] = [n % EDGE, Math.floor(n / EDGE)]
  return Math.cos(((2 * x + 1) * u * Math.PI) / (2 * EDGE)) * (u === 0 ? Math.SQRT1_2 : 1) * 0.5
})

/**
 * A picture as a baseline JPEG (ITU T.81). All codes of a table have one length, so that the tables need not be drawn up: the
 * files are a little larger, and any program reads them.
 */
export function jpegOf(
  { width, height }: { width: number; height: number },
  colorAt: (x: number, y: number) => Color,
): Buffer {
  const bits = new Bits()
  const before = [0, 0, 0]
  const samples = [new Float64Array(EDGE ** 2), new Float64Array(EDGE ** 2), new Float64Array(EDGE ** 2)]
  for (let top = 0; top < height; top += EDGE)
    for (let left = 0; left < width; left += EDGE) {
      readBlock(samples, left, top, colorAt)
      for (const [part, block] of samples.entries()) before[part] = writeBlock(bits, block, before[part] ?? 0)
    }
  return Buffer.concat([headOf(width, height), bits.end(), Buffer.from([0xff, 0xd9])])
}

/** Brightness and two differences of colour, each around zero. */
function readBlock(
  samples: readonly Float64Array[],
  left: number,
  top: number,
  colorAt: (x: number, y: number) => Color,
): void {
  const [luma, blue, red] = samples
  for (let n = 0; n < EDGE ** 2; n++) {
    const [r, g, b] = colorAt(left + (n % EDGE), top + Math.floor(n / EDGE))
    const y = 0.299 * r + 0.587 * g + 0.114 * b
    if (luma) luma[n] = y - 128
    if (blue) blue[n] = (b - y) * 0.564
    if (red) red[n] = (r - y) * 0.713
  }
}

/** Gives the first value, from which that of the next block is told as a difference. */
function writeBlock(bits: Bits, block: Float64Array, before: number): number {
  const values = frequenciesOf(block)
  const first = values[0] ?? 0
  const length = lengthOf(first - before)
  bits.put(length, 4)
  bits.putValue(first - before, length)
  let zeros = 0
  for (const value of values.slice(1)) {
    if (value === 0) {
      zeros++
      continue
    }
    for (; zeros > 15; zeros -= 16) bits.put(0xf0, 8)
    const size = lengthOf(value)
    bits.put((zeros << 4) | size, 8)
    bits.putValue(value, size)
    zeros = 0
  }
  if (zeros > 0) bits.put(0, 8)
  return first
}

function frequenciesOf(block: Float64Array): number[] {
  const across = transform(transform(block))
  return ZIGZAG.map((n) => Math.round((across[n] ?? 0) / STEP))
}

/** Turns the rows into frequencies, and then into columns. */
function transform(block: Float64Array): Float64Array {
  const turned = new Float64Array(EDGE ** 2)
  for (let y = 0; y < EDGE; y++)
    for (let u = 0; u < EDGE; u++) {
      let sum = 0
      for (let x = 0; x < EDGE; x++) sum += (block[y * EDGE + x] ?? 0) * (COSINE[u * EDGE + x] ?? 0)
      turned[u * EDGE + y] = sum
    }
  return turned
}

const lengthOf = (value: number): number => 32 - Math.clz32(Math.abs(value))

class Bits {
  readonly #bytes: number[] = []
  #value = 0
  #count = 0

  put(value: number, count: number): void {
    for (let n = count - 1; n >= 0; n--) {
      this.#value = (this.#value << 1) | ((value >> n) & 1)
      if (++this.#count === 8) this.#flush()
    }
  }

  /** Negative ones by the complement of their bits. */
  putValue(value: number, length: number): void {
    this.put(value < 0 ? value + 2 ** length - 1 : value, length)
  }

  end(): Buffer {
    while (this.#count > 0) this.put(1, 1)
    return Buffer.from(this.#bytes)
  }

  #flush(): void {
    this.#bytes.push(this.#value)
    // Else it would be taken for a marker.
    if (this.#value === 0xff) this.#bytes.push(0)
    this.#value = 0
    this.#count = 0
  }
}

/** The same picture with a note in it, and so with other bytes. */
export const withNote = (picture: Buffer, note: string): Buffer =>
  Buffer.concat([picture.subarray(0, 2), segment(0xfe, [...Buffer.from(note)]), picture.subarray(2)])

function headOf(width: number, height: number): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const parts = [1, 2, 3].flatMap((id) => [id, 0x11, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array<number>(EDGE ** 2).fill(STEP)]),
    segment(0xc0, [8, ...size, 3, ...parts]),
    // A value has no code but itself: 12 of four bits, 255 of eight. A code of ones alone is not allowed.
    segment(0xc4, [0x00, ...lengths(4, 12), ...Array.from({ length: 12 }, (_, n) => n)]),
    segment(0xc4, [0x10, ...lengths(8, 255), ...Array.from({ length: 255 }, (_, n) => n)]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ])
}

const segment = (marker: number, content: readonly number[]): Buffer => {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content])
}

/** How many codes there are of each length from 1 to 16. */
const lengths = (length: number, count: number): number[] =>
  Array.from({ length: 16 }, (_, n) => (n + 1 === length ? count : 0))

function zigzag(): number[] {
  const places = Array.from({ length: EDGE ** 2 }, (_, n) => ({ x: n % EDGE, y: Math.floor(n / EDGE) }))
  return places
    .toSorted((a, b) => a.x + a.y - (b.x + b.y) || ((a.x + a.y) % 2 === 0 ? a.x - b.x : b.x - a.x))
    .map(({ x, y }) => y * EDGE + x)
}
