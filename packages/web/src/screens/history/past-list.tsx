import { downloadRevision } from '@holdfast/api/files/revisions'
import { useState } from 'react'
import { type Handlers, type OfEveryList, shortcutIn } from '../../core/keys/shortcuts.ts'
import type { Pages } from '../../core/list/pages.ts'
import * as chosen from '../../core/list/selection.ts'
import { useSettings } from '../../data/account/settings.ts'
import type { OpenFolder } from '../../data/files/folder.ts'
import { addressOf } from '../../data/service/api.ts'
import { makesThumbnails } from '../../data/service/session.ts'
import { thumbnailAddress } from '../../files/content/thumbnail.ts'
import { ItemList } from '../../files/list/item-list.tsx'
import type { ListActs, ListItem } from '../../files/list/list-acts.ts'
import { ListHead } from '../../files/list/list-head.tsx'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toggleNavigation } from '../../platform/folds.ts'
import { Icon } from '../../ui/icon.tsx'
import { useListFocus } from '../../ui/list-focus.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import type { Order } from './use-past.ts'

interface PastListProps {
  pages: Pages<ListItem>
  folder: OpenFolder
  order: Order
  onOrder: (order: Order) => void
  selection: chosen.Selection
  onSelect: (selection: chosen.Selection) => void
  onOpen: (item: ListItem) => void
  /** One step on in time, or back. */
  onStep: (by: 1 | -1) => void
  /** Undefined where that is not for one to do. */
  onSetBack: ((item: ListItem) => void) | undefined
}

/** A folder as it was: the list as ever, but nothing in it can be changed. */
export function PastList(props: PastListProps) {
  const { pages, folder, order, onOrder, selection, onSelect, onOpen, onStep, onSetBack } = props
  const [focus, setFocus] = useState(0)
  const { letters } = useSettings()
  const [menu, setMenu] = useState<{ item: ListItem; at: { x: number; y: number } }>()
  useListFocus(pages.total, pages.total === 0)
  const mayRead = folder.permissions.includes('FILE_READ')
  const select = (item: ListItem, index: number) => onSelect(chosen.only(item.id, index))
  const loaded = () =>
    Array.from({ length: pages.total ?? 0 }, (_, index) => ({ item: pages.at(index), index }))

  const openMenu = () => {
    const item = pages.at(focus)
    const row = item && document.getElementById(`item-${item.id}`)?.getBoundingClientRect()
    if (item && row) setMenu({ item, at: { x: row.left + 48, y: row.bottom } })
  }
  const shortcuts: Handlers<'past', OfEveryList> = {
    open: () => {
      const item = pages.at(focus)
      if (item) onOpen(item)
    },
    selectAll: () => onSelect(chosen.everything(selection)),
    selectNone: () => onSelect(chosen.NOTHING),
    menu: openMenu,
    stepBack: () => onStep(-1),
    stepOn: () => onStep(1),
    foldNavigation: toggleNavigation,
  }
  const acts: ListActs = {
    select: onSelect,
    toggle: (item, index) => onSelect(chosen.toggled(selection, item.id, index)),
    selectRange(index) {
      const [first, last] = chosen.rangeOf(selection, index)
      void pages.range(first, last, new AbortController().signal).then((items) =>
        onSelect(
          chosen.exactly(
            items.map(({ id }) => id),
            selection.anchor,
          ),
        ),
      )
    },
    focus: setFocus,
    open: onOpen,
    menu(item, at) {
      if (item) setMenu({ item, at })
    },
    rename() {},
    find(text) {
      const begins = (name: string) => name.toLowerCase().startsWith(text.toLowerCase())
      const found = loaded().find(({ item }) => item && begins(item.name))
      if (!found?.item) return
      setFocus(found.index)
      select(found.item, found.index)
    },
    shortcut(pressed) {
      const name = shortcutIn('past', pressed, letters)
      return name && shortcuts[name]
    },
    drag: (_, event) => event.preventDefault(),
    over() {},
    left() {},
    drop() {},
    thumbnail: (item, size) =>
      mayRead && makesThumbnails() && item.type === 'file'
        ? thumbnailAddress({ root: item.root_id, file: item.id, revision: item.revision_id }, item, size)
        : undefined,
  }
  const itemsOf = (item: ListItem): MenuItem[] => [
    ...(item.type === 'folder' || mayRead
      ? [{ id: 'open', label: t.files.open, icon: 'eye' as const, run: () => onOpen(item) }]
      : []),
    ...(item.type === 'file' && mayRead
      ? [
          {
            ...{ id: 'save', label: t.history.save, icon: 'download' as const },
            run: () =>
              location.assign(
                addressOf(downloadRevision, {
                  ...{ root_id: item.root_id, file_id: item.id, revision_id: item.revision_id },
                }),
              ),
          },
        ]
      : []),
    ...(onSetBack
      ? [{ id: 'back', label: t.history.setBack, icon: 'restore' as const, run: () => onSetBack(item) }]
      : []),
  ]
  if (pages.total === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the slider steps through time as well
      <div
        className="empty history-empty"
        data-list
        tabIndex={-1}
        onKeyDown={(event) => {
          const shortcut = acts.shortcut(event)
          if (!shortcut) return
          event.preventDefault()
          shortcut()
        }}
      >
        <Icon name="folder" large />
        <h2>{t.history.wasEmpty}</h2>
      </div>
    )
  return (
    <>
      <ItemList
        pages={pages}
        view="list"
        selection={selection}
        focus={focus}
        editing={undefined}
        cut={NONE}
        stars={NONE}
        acts={acts}
        label={t.files.list}
        head={<ListHead place={order} onSort={onOrder} />}
      />
      {menu && (
        <Menu
          label={t.files.actionsOf(shownName(menu.item.name))}
          items={itemsOf(menu.item)}
          place={menu.at}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  )
}

const NONE: ReadonlySet<number> = new Set()
