import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { edgeMover } from '../../core/list/edge.ts'
import type { Pages } from '../../core/list/pages.ts'
import {
  offsetOf,
  rowsShown,
  scrollTopFor,
  scrollToShow,
  TALLEST,
  type Viewport,
} from '../../core/list/windowing.ts'
import type { Row } from './row.ts'
import { useKeptPlace } from './use-kept-place.ts'

/** How many stand beside each other, and how tall a row of them is. */
export interface Shape {
  columns: number
  rowHeight: number
}

interface ScrollerUse<Item extends Row> {
  pages: Pages<Item>
  shapeIn: (width: number) => Shape
  focus: number
  onFocus: (index: number) => void
}

/** While the bar is dragged nothing is asked for until it rests. */
const REST_MS = 80

/** What of a list of any length is in view, and the ways to move it. */
export function useScroller<Item extends Row>({ pages, shapeIn, focus, onFocus }: ScrollerUse<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ scrollTop: 0, height: 600, width: 1000 })
  const { columns, rowHeight } = shapeIn(box.width)
  const viewport: Viewport = { ...box, rowHeight, count: Math.ceil((pages.total ?? 0) / columns) }
  const shown = rowsShown(viewport)
  const { first, end, boxHeight } = shown

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () =>
      setBox({ scrollTop: element.scrollTop, height: element.clientHeight, width: element.clientWidth })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const timer = setTimeout(
      () => pages.want(first * columns, end * columns),
      pages.total === undefined ? 0 : REST_MS,
    )
    return () => clearTimeout(timer)
  }, [pages, first, end, columns])

  const offset = () => offsetOf({ ...viewport, scrollTop: scroller.current?.scrollTop ?? 0 })
  const moveBy = (by: number) => {
    if (scroller.current) scroller.current.scrollTop = scrollTopFor(offset() + by, viewport)
  }
  // What is dragged to an edge moves the list.
  const newestMove = useRef(moveBy)
  newestMove.current = moveBy
  const [edge] = useState(() => edgeMover((by) => newestMove.current(by)))
  useEffect(() => edge.stop, [edge])

  // A list that is too tall for a box moves by rows all the same, but for its bar.
  useEffect(() => {
    const element = scroller.current
    if (!element || boxHeight < TALLEST) return
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey) return
      event.preventDefault()
      moveBy(event.deltaY)
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  })

  const show = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element) return
      const to = scrollToShow(Math.floor(index / columns), {
        scrollTop: element.scrollTop,
        height: element.clientHeight,
        rowHeight,
        count: Math.ceil((pages.total ?? 0) / columns),
      })
      if (to !== undefined) element.scrollTop = to
    },
    [columns, rowHeight, pages],
  )
  const moved = useRef<number>(undefined)
  useKeptPlace({
    ...{ pages, viewport, columns, focus, scroller },
    onMoved: (index) => {
      moved.current = index
      onFocus(index)
    },
  })
  useEffect(() => {
    // Anyone who has scrolled away stays there.
    if (moved.current !== focus) show(focus)
    moved.current = undefined
  }, [focus, show])

  return {
    ...shown,
    ...{ scroller, columns, rowHeight, width: box.width, offset, moveBy, edge },
    /** Rows by which a screen is turned. */
    screen: Math.max(1, Math.floor(box.height / rowHeight) - 1),
    onScroll: (scrollTop: number) => setBox((old) => ({ ...old, scrollTop })),
  }
}
