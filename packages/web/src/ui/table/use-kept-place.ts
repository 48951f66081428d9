import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Pages } from '../../core/list/pages.ts'
import { offsetOf, scrollTopFor, type Viewport } from '../../core/list/windowing.ts'
import type { Row } from './row.ts'

interface Kept {
  pages: Pages<Row>
  version: number
  /** What stands first in view. */
  top: { id: number; index: number } | undefined
  focused: { id: number; index: number } | undefined
}

interface KeptPlaceProps {
  pages: Pages<Row>
  viewport: Viewport
  columns: number
  focus: number
  scroller: RefObject<HTMLDivElement | null>
  /** The focus is on the same item, which now stands there. */
  onMoved: (index: number) => void
}

/** When others add or remove something above, the same items stay in view and in focus. */
export function useKeptPlace({ pages, viewport, columns, focus, scroller, onMoved }: KeptPlaceProps): void {
  const kept = useRef<Kept>(undefined)
  useLayoutEffect(() => {
    const before = kept.current
    const element = scroller.current
    const isNewer = before?.pages === pages && before.version !== pages.version
    if (isNewer && element) {
      const top = before.top && pages.find(before.top.id)
      const rows = top && before.top ? rowOf(top.index) - rowOf(before.top.index) : 0
      // At the very top one wants to see what is new.
      if (rows !== 0 && element.scrollTop > 0)
        element.scrollTop = scrollTopFor(offsetOf(viewport) + rows * viewport.rowHeight, viewport)
      const focused = before.focused && pages.find(before.focused.id)
      if (focused && before.focused?.index === focus && focused.index !== focus) onMoved(focused.index)
    }
    const first = Math.floor(offsetOf(viewport) / viewport.rowHeight) * columns
    kept.current = { pages, version: pages.version, top: at(first), focused: at(focus) }
  })
  const rowOf = (index: number) => Math.floor(index / columns)
  const at = (index: number) => {
    const item = pages.at(index)
    return item && { id: item.id, index }
  }
}
