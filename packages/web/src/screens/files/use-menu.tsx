import { type ReactNode, useRef, useState } from 'react'
import type { Pages } from '../../core/list/pages.ts'
import { NOTHING } from '../../core/list/selection.ts'
import { menuOf } from '../../files/actions/menu-of.ts'
import type { ActionId } from '../../files/actions/table.ts'
import type { ListItem } from '../../files/list/list-acts.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { focusList } from '../../ui/list-focus.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { touches } from '../../ui/touches.ts'
import type { PopoverPlace } from '../../ui/use-popover.ts'
import type { Desk } from './use-desk.ts'

/** What needs no selection once it was begun. */
const DONE_AT_ONCE: readonly ActionId[] = ['share', 'copyLink', 'copyAddress', 'download', 'star', 'unstar']

interface Opened {
  items: (MenuItem | 'line')[]
  at: PopoverPlace
  label: string
  /** What it is about was chosen for it alone. */
  frees: boolean
}

interface OfFolder {
  desk: Desk
  pages: Pages<ListItem>
  letters: boolean
}

/** The menu of a row, or of the folder as a whole. */
export function useMenu({ desk, pages, letters }: OfFolder) {
  const [menu, setMenu] = useState<Opened>()
  const open = (item: ListItem | undefined, at: { x: number; y: number }) => {
    const isNew = item !== undefined && !desk.chosen().items.some(({ id }) => id === item.id)
    if (isNew) desk.select({ kind: 'some', ids: new Set([item.id]), anchor: desk.focus })
    if (!item) desk.select({ kind: 'some', ids: new Set(), anchor: desk.focus })
    const chosen = {
      ...desk.chosen(),
      ...(isNew && { items: [item], count: 1 }),
      ...(!item && { items: [], count: 0 }),
    }
    const items = menuOf(chosen, { letters, run: (id) => pending.current(id) })
    const label = item ? t.files.actionsOf(shownName(item.name)) : t.files.actions
    // On a touch screen a tap opens only where nothing is chosen: something is for as long as the menu is open.
    setMenu({ items, at, label, frees: isNew && touches() })
  }
  const openAtFocus = () => {
    const item = pages.at(desk.focus)
    const place = item && document.getElementById(`item-${item.id}`)?.getBoundingClientRect()
    if (place) open(item, { x: place.left + 48, y: place.bottom })
  }
  // A menu is drawn before what it chooses is: it runs what the newest drawing knows.
  const pending = useRef<(id: ActionId) => unknown>(() => {})
  pending.current = async (id) => {
    await desk.run(id)
    if (menu?.frees && DONE_AT_ONCE.includes(id)) desk.select(NOTHING)
  }
  const drawn: ReactNode = menu && (
    <Menu
      label={menu.label}
      items={menu.items}
      place={menu.at}
      onClose={(isRun) => {
        setMenu(undefined)
        if (menu.frees && !isRun) desk.select(NOTHING)
        focusList()
      }}
    />
  )
  return { open, openAtFocus, run: (id: ActionId) => pending.current(id), drawn }
}
