import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isInNames, isWritten } from '../../core/keys/shortcuts.ts'
import { edgeMover, edgeStep } from '../../core/list/edge.ts'
import { type Frame, framed } from '../../core/list/framed.ts'
import { placeAfter } from '../../core/list/move.ts'
import type { Pages } from '../../core/list/pages.ts'
import * as chosen from '../../core/list/selection.ts'
import { FAST_MS, NOTHING_TYPED, typedNow } from '../../core/list/typing.ts'
import {
  offsetOf,
  rowsShown,
  scrollTopFor,
  scrollToShow,
  TALLEST,
  type Viewport,
} from '../../core/list/windowing.ts'
import { type Settings, useSettings } from '../../data/account/settings.ts'
import { FrameSelection } from './frame-selection.tsx'
import { ItemRow } from './item-row.tsx'
import { ItemTile } from './item-tile.tsx'
import type { ListActs, ListItem } from './list-acts.ts'
import { useKeptPlace } from './use-kept-place.tsx'
import './item-list.css'

interface ItemListProps {
  pages: Pages<ListItem>
  view: 'list' | 'grid'
  selection: chosen.Selection
  focus: number
  /** Whose name is being changed. */
  editing: number | undefined
  cut: ReadonlySet<number>
  stars: ReadonlySet<number>
  acts: ListActs
  head: ReactNode
  /** A row before all others. */
  begun?: ReactNode
  label: string
}

const TILE = { width: 168, height: 168 }
/** While the bar is dragged nothing is asked for until it rests. */
const REST_MS = 80

/** Rows or tiles of any number, of which only those in view are drawn. */
export function ItemList(props: ItemListProps) {
  const { pages, view, selection, focus, editing, cut, stars, acts, head, begun, label } = props
  useSyncExternalStore(pages.subscribe, pages.getVersion)
  const { density } = useSettings()
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef(NOTHING_TYPED)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [box, setBox] = useState({ scrollTop: 0, height: 600, width: 1000 })
  const columns = view === 'grid' ? Math.max(2, Math.floor(box.width / TILE.width)) : 1
  const count = pages.total ?? 0
  const rowHeight = view === 'grid' ? TILE.height : rowHeightIn(box.width, density)
  const viewport: Viewport = { ...box, rowHeight, count: Math.ceil(count / columns) }
  const { first, end, top, boxHeight } = rowsShown(viewport)

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
      acts.focus(index)
    },
  })
  useEffect(() => {
    // Whoever has scrolled away stays there.
    if (moved.current !== focus) show(focus)
    moved.current = undefined
  }, [focus, show])

  const goTo = (index: number, event: KeyboardEvent) => {
    const item = pages.at(index)
    if (event.shiftKey) acts.selectRange(index)
    else if (!event.ctrlKey && !event.metaKey && item) acts.select(chosen.only(item.id, index))
    acts.focus(index)
  }
  /** In a grid it looks at what is chosen alone; chosen that is by the arrows already. */
  const pressSpace = (item: ListItem) => {
    const isAlone = chosen.has(selection, item.id) && chosen.countOf(selection, count) === 1
    if (view === 'grid' && item.type === 'file' && isAlone) acts.open(item)
    else acts.toggle(item, focus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.defaultPrevented) return
    const screen = Math.max(1, Math.floor(box.height / rowHeight) - 1)
    const to = event.altKey ? undefined : placeAfter(event.key, focus, { count, columns, screen })
    const item = pages.at(focus)
    if (to !== undefined) goTo(to, event)
    else if (event.key === ' ' && item) pressSpace(item)
    else if (isWritten(event) && event.key !== ' ' && isInNames(event.key)) type(event)
    else {
      const shortcut = acts.shortcut(event)
      if (!shortcut) return
      shortcut()
    }
    event.preventDefault()
  }
  const type = (event: KeyboardEvent) => {
    clearTimeout(waiting.current)
    typed.current = typedNow(typed.current, event.key, event.timeStamp)
    const { text } = typed.current
    const shortcut = acts.shortcut(event)
    if (text.length > 1 || !shortcut) return acts.find(text)
    waiting.current = setTimeout(() => {
      typed.current = NOTHING_TYPED
      shortcut()
    }, FAST_MS)
  }

  const lastFramed = useRef('')
  /** What a frame touches; what nobody has seen of that is fetched at its end. */
  const choose = async (frame: Frame, isLast: boolean) => {
    const places = framed(frame, { columns, rowHeight, width: box.width, count })
    const [first = 0, last = -1] = [places[0], places.at(-1)]
    if (isLast && places.some((place) => !pages.at(place)))
      await pages.range(first, last, new AbortController().signal).catch(() => {})
    const ids = places.flatMap((place) => pages.at(place)?.id ?? [])
    const key = ids.join()
    if (key !== lastFramed.current || isLast) acts.select(chosen.exactly(ids, first))
    lastFramed.current = key
  }

  const rows = []
  for (let row = first; row < end; row++)
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column
      if (index >= count) break
      const item = pages.at(index)
      const state = {
        item,
        index,
        focused: index === focus,
        selected: item !== undefined && chosen.has(selection, item.id),
        editing: item !== undefined && item.id === editing,
        cut: item !== undefined && cut.has(item.id),
        starred: item !== undefined && stars.has(item.id),
        acts,
        choosing: chosen.countOf(selection, count) > 0,
      }
      rows.push(
        view === 'grid' ? (
          <ItemTile key={item?.id ?? -index} {...state} />
        ) : (
          <ItemRow key={item?.id ?? -index} {...state} />
        ),
      )
    }

  return (
    <div
      className={view === 'grid' ? 'item-list item-grid' : 'item-list'}
      role="grid"
      aria-label={label}
      aria-rowcount={pages.total === undefined ? -1 : count}
      aria-multiselectable="true"
      aria-activedescendant={pages.at(focus) ? `item-${pages.at(focus)?.id}` : undefined}
      aria-busy={pages.total === undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      // By a key; the list opens its own.
      onContextMenu={(event) => event.target === event.currentTarget && event.preventDefault()}
      data-list
    >
      {head}
      {begun}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: where nothing is, nothing is chosen; all of it is in keys and menus too */}
      <div
        ref={scroller}
        className="item-scroller"
        role="rowgroup"
        tabIndex={-1}
        onScroll={({ currentTarget }) => setBox((old) => ({ ...old, scrollTop: currentTarget.scrollTop }))}
        onClick={(event) => {
          if (event.target instanceof Element && !event.target.closest('[data-item]'))
            acts.select(chosen.NOTHING)
        }}
        onContextMenu={(event) => {
          if (event.target instanceof Element && event.target.closest('[data-item]')) return
          event.preventDefault()
          acts.menu(undefined, { x: event.clientX, y: event.clientY })
        }}
        onDragOverCapture={({ clientY, currentTarget }: DragEvent) =>
          edge.hold(edgeStep(clientY, currentTarget.getBoundingClientRect()))
        }
        onDragLeaveCapture={edge.stop}
        onDropCapture={edge.stop}
        onDragOver={(event: DragEvent) => acts.over(undefined, event)}
        onDragLeave={(event: DragEvent) => acts.left(event)}
        onDrop={(event: DragEvent) => acts.drop(undefined, event)}
      >
        <div className="item-box" role="presentation" style={{ height: boxHeight }}>
          <div className="item-rows" role="presentation" style={{ transform: `translateY(${top}px)` }}>
            {rows}
          </div>
        </div>
        <FrameSelection {...{ scroller, offset, moveBy }} onFrame={(...frame) => void choose(...frame)} />
      </div>
    </div>
  )
}

const rowHeightIn = (width: number, density: Settings['density']): number =>
  width < 640 ? 56 : density === 'compact' ? 32 : 44
