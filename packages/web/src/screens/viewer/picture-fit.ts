export interface Size {
  width: number
  height: number
}
export type Turn = 0 | 90 | 180 | 270
export type Zoom = number | 'fit'

/** Each step is seen, and a few lead from the whole to the single point. */
const STEP = 1.4
const LARGEST = 8
const SMALLEST = 0.05

const turned = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** How large a picture is drawn: never larger than it is, unless someone asks for it. */
export function scaleOf(picture: Size, room: Size, zoom: Zoom, turn: Turn): number {
  if (zoom !== 'fit') return zoom
  const { width, height } = turned(picture, turn)
  return Math.min(1, room.width / width, room.height / height)
}

/** The picture itself, and the box that it fills once it is turned. */
export function placed(
  picture: Size,
  room: Size,
  zoom: Zoom,
  turn: Turn,
): { scale: number; drawn: Size; box: Size } {
  const scale = scaleOf(picture, room, zoom, turn)
  const drawn = { width: picture.width * scale, height: picture.height * scale }
  return { scale, drawn, box: turned(drawn, turn) }
}

export const larger = (scale: number): number => Math.min(LARGEST, scale * STEP)
export const smaller = (scale: number): number => Math.max(SMALLEST, scale / STEP)
export const turnedOn = (turn: Turn): Turn => ((turn + 90) % 360) as Turn
/** Never smaller than the whole. */
export const pinched = (scale: number, fit: number): Zoom => (scale <= fit ? 'fit' : Math.min(LARGEST, scale))
/** What two taps show: its own points, or more where that is hardly larger. */
export const closer = (fit: number): number => Math.min(LARGEST, Math.max(1, fit * 2.5))
