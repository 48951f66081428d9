/** In points, from the top left of all rows. */
export interface Frame {
  left: number
  right: number
  top: number
  bottom: number
}

interface Shape {
  columns: number
  rowHeight: number
  width: number
  count: number
}

/** The places of the rows or tiles that a frame touches, whether they are drawn or not. */
export function framed(
  { left, right, top, bottom }: Frame,
  { columns, rowHeight, width, count }: Shape,
): number[] {
  const columnWidth = width / columns
  const [firstColumn, lastColumn] = [Math.floor(left / columnWidth), Math.floor(right / columnWidth)]
  const places: number[] = []
  const lastRow = Math.min(Math.floor(bottom / rowHeight), Math.ceil(count / columns) - 1)
  for (let row = Math.max(0, Math.floor(top / rowHeight)); row <= lastRow; row++)
    for (let column = Math.max(0, firstColumn); column <= Math.min(lastColumn, columns - 1); column++) {
      const place = row * columns + column
      if (place < count) places.push(place)
    }
  return places
}
