import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { starItems } from '../actions/star.ts'
import { copyText } from '../app/copy-text.ts'
import { openAddress, showAddress } from '../app/routes.ts'
import { thumbnailAddress } from '../content/thumbnail.ts'
import { useRules } from '../data/folder.ts'
import { type Found, wayOf } from '../data/search.ts'
import { useStars } from '../data/stars.ts'
import { ItemPicture } from '../list/item-picture.tsx'
import { formatExactTime, formatSize, formatTime, shownName } from '../messages/format.ts'
import { t } from '../messages/words.ts'
import { Menu, MenuButton, type MenuItem } from '../ui/menu.tsx'
import { StarButton } from './star-button.tsx'
import './found.css'

interface FoundListProps {
  items: readonly Found[]
  label: string
}

/** What was opened from here last: whoever comes back goes on there. */
let opened: number | undefined
/** What is opened from a list is closed to it. */
const RETURNS = { returns: true }

/** Items of many places: each says where it lies, leads to itself and to its folder. */
export function FoundList({ items, label }: FoundListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [menu, setMenu] = useState<{ item: Found; at: { x: number; y: number } }>()
  const stars = useStars()
  const [, navigate] = useLocation()
  useEffect(() => {
    const link = opened && list.current?.querySelector<HTMLElement>(`#found-${opened} a`)
    if (!link) return
    link.focus()
    opened = undefined
  }, [])

  const actionsOf = (item: Found): MenuItem[] => {
    const starred = stars.has(item.id)
    return [
      {
        id: 'open',
        label: t.find.open,
        icon: 'eye',
        run: () => {
          opened = item.id
          navigate(openAddress(item.root_id, item.id), { state: RETURNS })
        },
      },
      {
        id: 'show',
        label: t.find.showInFolder,
        icon: 'folder',
        run: () => navigate(showAddress(item.root_id, item.id)),
      },
      {
        id: 'star',
        label: starred ? t.find.unstar : t.find.star,
        icon: 'star',
        run: () => void starItems([item], !starred),
      },
      {
        id: 'address',
        label: t.files.copyAddress,
        icon: 'link',
        run: () => void copyText(location.origin + openAddress(item.root_id, item.id), t.done.addressCopied),
      },
    ]
  }
  const openMenu = (event: MouseEvent, item: Found) => {
    event.preventDefault()
    setMenu({ item, at: { x: event.clientX, y: event.clientY } })
  }
  const move = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.found-link') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (at === -1 || to === undefined) return
    event.preventDefault()
    rows[Math.min(Math.max(0, to), rows.length - 1)]?.focus()
  }
  return (
    <>
      <ul ref={list} className="found" aria-label={label} onKeyDown={move}>
        {items.map((item) => (
          <FoundRow
            key={item.id}
            item={item}
            actions={() => actionsOf(item)}
            onMenu={(event) => openMenu(event, item)}
          />
        ))}
      </ul>
      {menu && (
        <Menu
          label={t.files.actionsOf(shownName(menu.item.name))}
          items={actionsOf(menu.item)}
          place={menu.at}
          onClose={() => {
            list.current?.querySelector<HTMLElement>(`#found-${menu.item.id} a`)?.focus()
            setMenu(undefined)
          }}
        />
      )}
    </>
  )
}

function FoundPicture({ item }: { item: Found }) {
  const rules = useRules(item.root_id).data
  const address =
    rules?.preview && item.type === 'file'
      ? thumbnailAddress({ root: item.root_id, file: item.id, revision: item.revision_id }, item, 96)
      : undefined
  return <ItemPicture item={item} address={address} />
}

interface FoundRowProps {
  item: Found
  actions: () => MenuItem[]
  onMenu: (event: MouseEvent) => void
}

function FoundRow({ item, actions, onMenu }: FoundRowProps) {
  const name = shownName(item.name)
  const when = item.changed ?? (item.type === 'file' ? item.modified : undefined)
  const size = item.type === 'file' ? formatSize(item.size) : undefined
  const by = item.changed_by_name ? shownName(item.changed_by_name) : undefined
  return (
    <li id={`found-${item.id}`} className="found-row" onContextMenu={onMenu}>
      <FoundPicture item={item} />
      <span className="found-name">
        <Link
          className="found-link"
          href={openAddress(item.root_id, item.id)}
          state={RETURNS}
          onClick={() => {
            opened = item.id
          }}
        >
          <bdi>{name}</bdi>
        </Link>
        <small>
          <Link className="found-where" href={showAddress(item.root_id, item.id)} title={t.find.showInFolder}>
            <bdi>{wayOf(item)}</bdi>
          </Link>
          <span className="found-facts">
            {[when && formatTime(when), by, size].filter(Boolean).join(' · ')}
          </span>
        </small>
      </span>
      <span className="found-by">
        <bdi>{by}</bdi>
      </span>
      <span className="found-when" title={when && formatExactTime(when)}>
        {when && formatTime(when)}
      </span>
      <span className="found-size">{size}</span>
      <StarButton item={item} />
      <MenuButton icon="more" label={t.files.actionsOf(name)} items={actions} />
    </li>
  )
}
