/** Browsers cap the height of a box at some 16 million points: taller lists are scrolled by proportion. */
export const TALLEST = 8_000_000

export interface Viewport {
  scrollTop: number
  height: number
  rowHeight: number
  count: number
}

export interface Shown {
  /** Rows to draw: from this one on, up to and without the other. */
  first: number
  end: number
  /** Where row `first` begins within the scrolled box. */
  top: number
  /** Of the scrolled box. */
  boxHeight: number
}

/** Drawn beyond both edges, so that a turn of the wheel shows no gap. */
const BEYOND = 8

export const boxHeight = ({ rowHeight, count }: Pick<Viewport, 'rowHeight' | 'count'>): number =>
  Math.min(count * rowHeight, TALLEST)

/** How far the rows themselves are moved, which is `scrollTop` unless the list is too tall for a box. */
export function offsetOf(view: Viewport): number {
  const real = view.count * view.rowHeight
  const box = boxHeight(view)
  if (box === real || box <= view.height) return view.scrollTop
  return (view.scrollTop / (box - view.height)) * (real - view.height)
}

/** The `scrollTop` at which the rows are moved so far. */
export function scrollTopFor(offset: number, view: Viewport): number {
  const real = view.count * view.rowHeight
  const box = boxHeight(view)
  const most = Math.max(0, real - view.height)
  const wanted = Math.min(Math.max(0, offset), most)
  return box === real || most === 0 ? wanted : (wanted / most) * (box - view.height)
}

export function rowsShown(view: Viewport): Shown {
  const offset = offsetOf(view)
  const first = Math.max(0, Math.floor(offset / view.rowHeight) - BEYOND)
  const end = Math.min(view.count, Math.ceil((offset + view.height) / view.rowHeight) + BEYOND)
  return { first, end, top: view.scrollTop + first * view.rowHeight - offset, boxHeight: boxHeight(view) }
}

/** Where to scroll so that a row is in view, or undefined where it is. */
export function scrollToShow(index: number, view: Viewport): number | undefined {
  const offset = offsetOf(view)
  const top = index * view.rowHeight
  if (top < offset) return scrollTopFor(top, view)
  if (top + view.rowHeight > offset + view.height)
    return scrollTopFor(top + view.rowHeight - view.height, view)
  return undefined
}
