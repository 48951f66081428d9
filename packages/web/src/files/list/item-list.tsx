import { type ReactNode, useRef } from 'react'
import type { Pressed } from '../../core/keys/shortcuts.ts'
import type { Pages } from '../../core/list/pages.ts'
import * as chosen from '../../core/list/selection.ts'
import { type Settings, useSettings } from '../../data/account/settings.ts'
import { Scroller } from '../../ui/table/scroller.tsx'
import { isTaken, type Takes } from '../work/works.ts'
import { ItemRow } from './item-row.tsx'
import { ItemTile } from './item-tile.tsx'
import type { ListActs, ListItem } from './list-acts.ts'
import './item-list.css'

interface ItemListProps {
  pages: Pages<ListItem>
  view: 'list' | 'grid'
  selection: chosen.Selection
  focus: number
  /** Whose name is being changed. */
  editing: number | undefined
  cut: ReadonlySet<number>
  taken?: readonly Takes[]
  stars: ReadonlySet<number>
  acts: ListActs
  head: ReactNode
  /** A row before all others. */
  begun?: ReactNode
  label: string
}

const NOTHING_TAKEN: readonly Takes[] = []
const TILE = { width: 168, height: 168 }

/** Files and folders, as rows or as tiles. */
export function ItemList(props: ItemListProps) {
  const {
    pages,
    view,
    selection,
    focus,
    editing,
    cut,
    taken = NOTHING_TAKEN,
    stars,
    acts,
    head,
    begun,
    label,
  } = props
  const { density } = useSettings()
  const shapeIn = (width: number) =>
    view === 'grid'
      ? { columns: Math.max(2, Math.floor(width / TILE.width)), rowHeight: TILE.height }
      : { columns: 1, rowHeight: rowHeightIn(width, density) }
  // The scroller draws again when they have changed, and asks then.
  const countChosen = () => chosen.countOf(selection, pages.total ?? 0)

  const goTo = (index: number, { shiftKey, ctrlKey, metaKey }: Pressed) => {
    const item = pages.at(index)
    if (shiftKey) acts.selectRange(index)
    else if (!ctrlKey && !metaKey && item) acts.select(chosen.only(item.id, index))
    acts.focus(index)
  }
  /** In a grid it looks at what is chosen alone; chosen that is by the arrows already. */
  const pressSpace = (): boolean => {
    const item = pages.at(focus)
    if (!item) return false
    const isAlone = chosen.has(selection, item.id) && countChosen() === 1
    if (view === 'grid' && item.type === 'file' && isAlone) acts.open(item)
    else acts.toggle(item, focus)
    return true
  }

  const lastFramed = useRef('')
  /** What nobody has seen of what a frame touches is fetched at its end. */
  const choose = async (places: readonly number[], isLast: boolean) => {
    const [first = 0, last = -1] = [places[0], places.at(-1)]
    if (isLast && places.some((place) => !pages.at(place)))
      await pages.range(first, last, new AbortController().signal).catch(() => {})
    const ids = places.flatMap((place) => pages.at(place)?.id ?? [])
    const key = ids.join()
    if (key !== lastFramed.current || isLast) acts.select(chosen.exactly(ids, first))
    lastFramed.current = key
  }

  const Drawn = view === 'grid' ? ItemTile : ItemRow
  const draw = (item: ListItem | undefined, index: number) => (
    <Drawn
      key={item?.id ?? -index}
      item={item}
      index={index}
      focused={index === focus}
      selected={item !== undefined && chosen.has(selection, item.id)}
      editing={item !== undefined && item.id === editing}
      cut={item !== undefined && cut.has(item.id)}
      taken={item !== undefined && isTaken(taken, item)}
      starred={item !== undefined && stars.has(item.id)}
      acts={acts}
      choosing={countChosen() > 0}
    />
  )
  const isBeside = ({ target }: { target: EventTarget }) =>
    target instanceof Element && !target.closest('[data-item]')
  return (
    <Scroller
      {...{ pages, shapeIn, draw, focus, head, begun, label }}
      className={view === 'grid' ? 'item-list item-grid' : 'item-list'}
      onFocus={acts.focus}
      keys={{ goTo, pressSpace, find: acts.find, shortcut: acts.shortcut }}
      onFrame={(places, isLast) => void choose(places, isLast)}
      body={{
        // Where nothing is, nothing is chosen; all of it is in keys and menus too.
        onClick: (event) => isBeside(event) && acts.select(chosen.NOTHING),
        onContextMenu: (event) => {
          if (!isBeside(event)) return
          event.preventDefault()
          acts.menu(undefined, { x: event.clientX, y: event.clientY })
        },
        onDragOver: (event) => acts.over(undefined, event),
        onDragLeave: (event) => acts.left(event),
        onDrop: (event) => acts.drop(undefined, event),
      }}
    />
  )
}

const rowHeightIn = (width: number, density: Settings['density']): number =>
  width < 640 ? 56 : density === 'compact' ? 32 : 44
