import type { Chance } from './chance.ts'
import { type Color, jpegOf, withNote } from './jpeg.ts'

const SIZE = { width: 320, height: 208 }
/** Drawing one takes tens of milliseconds: the pictures come again, each time with another note. */
const DIFFERENT = 24

const SKIES: readonly [Color, Color][] = [
  [
    [86, 148, 214],
    [214, 232, 244],
  ],
  [
    [126, 142, 160],
    [206, 210, 214],
  ],
  [
    [92, 96, 150],
    [246, 190, 140],
  ],
  [
    [70, 130, 190],
    [240, 240, 225],
  ],
]
const WALLS: readonly Color[] = [
  [176, 168, 158],
  [150, 92, 74],
  [196, 188, 172],
  [120, 130, 138],
]

/** Pictures of a building site, as it grows: floors on columns, a crane, the sky. */
export class Photos {
  readonly #drawn = new Map<number, Buffer>()

  take(n: number, chance: Chance, note: string): Buffer {
    const which = n % DIFFERENT
    const picture = this.#drawn.get(which) ?? jpegOf(SIZE, sceneOf(which / DIFFERENT, chance))
    this.#drawn.set(which, picture)
    return withNote(picture, note)
  }
}

/** `progress` is how much of the building is there, from 0 to 1. */
function sceneOf(progress: number, chance: Chance): (x: number, y: number) => Color {
  const [above, below] = SKIES[chance.whole(0, SKIES.length - 1)] ?? [
    [0, 0, 0],
    [0, 0, 0],
  ]
  const wall = WALLS[chance.whole(0, WALLS.length - 1)] ?? [0, 0, 0]
  const horizon = chance.whole(140, 165)
  const left = chance.whole(30, 90)
  const right = left + chance.whole(130, 190)
  const top = horizon - 12 - Math.round(progress * 100)
  const crane = chance.whole(20, 300)
  const arm = chance.whole(14, 30)
  return (x, y) => {
    if (y > horizon) return shaded([124, 104, 82], ((x * 13 + y * 29) % 17) - 8)
    if (x > left && x < right && y > top) {
      const isFrame = (y - top) % 20 < 4 || (x - left) % 26 < 3
      return isFrame ? wall : shaded(wall, -58 + ((x + y) % 5))
    }
    if (Math.abs(x - crane) < 2 && y > arm) return [214, 160, 32]
    if (Math.abs(y - arm) < 2 && Math.abs(x - crane + 30) < 70) return [214, 160, 32]
    return mixed(above, below, y / horizon)
  }
}

const shaded = ([r, g, b]: Color, by: number): Color => [r + by, g + by, b + by]
const mixed = (a: Color, b: Color, part: number): Color => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]
