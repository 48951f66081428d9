import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { openAddress, showAddress, TOP } from '../../core/addresses/routes.ts'
import { type Found, wayOf } from '../../data/files/search.ts'
import { useStanding } from '../../data/files/standing.ts'
import { useStars } from '../../data/files/stars.ts'
import { formatExactTime, formatSize, formatTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { RETURNS } from '../../platform/returning.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Menu, MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { downloadItems } from '../actions/download.ts'
import { starItems } from '../actions/star.ts'
import { isOutOfReach } from '../content/out-of-reach.ts'
import { thumbnailAddress } from '../content/thumbnail.ts'
import { ItemPicture } from '../list/item-picture.tsx'
import { StarButton } from './star-button.tsx'

/** What was opened from a list last. */
let opened: number | undefined

/** Gives the focus to what was opened last, where it is in this list. */
export function takeOpened(find: (id: number) => HTMLElement | null | undefined): void {
  const link = opened && find(opened)
  if (!link) return
  link.focus()
  opened = undefined
}

/** An item with where it is, as a line; on a phone the facts stand below the name. */
export function FoundRow({ item }: { item: Found }) {
  const link = useRef<HTMLAnchorElement>(null)
  const [at, setAt] = useState<{ x: number; y: number }>()
  const standing = useStanding(item.root_id).data
  const actions = useActions(item, standing?.permissions.includes('FILE_READ') === true)
  const name = shownName(item.name)
  const when = item.changed ?? (item.type === 'file' ? item.modified : undefined)
  const size = item.type === 'file' ? formatSize(item.size) : undefined
  const by = item.changed_by_name ? shownName(item.changed_by_name) : undefined
  const picture =
    standing?.rules?.preview && item.type === 'file'
      ? thumbnailAddress({ root: item.root_id, file: item.id, revision: item.revision_id }, item, 96)
      : undefined
  return (
    <li
      id={`found-${item.id}`}
      className="found-row"
      onContextMenu={(event) => {
        event.preventDefault()
        setAt({ x: event.clientX, y: event.clientY })
      }}
    >
      <ItemPicture item={item} address={picture} />
      <span className="found-name">
        <Link
          ref={link}
          className="found-link"
          href={openAddress(item.root_id, item.id)}
          state={RETURNS}
          onClick={(event) => {
            if (isOutOfReach(item)) event.preventDefault()
            else opened = item.id
          }}
        >
          <bdi>{name}</bdi>
        </Link>
        <small>
          <Link className="found-where" href={showAddress(item.root_id, item.id)} title={t.find.showInFolder}>
            <bdi>{wayOf(item)}</bdi>
          </Link>
          {when && <span className="found-facts">{formatTime(when)}</span>}
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
      <MenuButton icon="more" label={t.files.actionsOf(name)} items={() => actions} />
      {at && (
        <Menu
          label={t.files.actionsOf(name)}
          items={actions}
          place={at}
          onClose={() => {
            setAt(undefined)
            link.current?.focus()
          }}
        />
      )}
    </li>
  )
}

function useActions(item: Found, maySave: boolean): MenuItem[] {
  const [, navigate] = useLocation()
  const starred = useStars().has(item.id)
  const address = openAddress(item.root_id, item.id)
  const open = () => {
    if (isOutOfReach(item)) return
    opened = item.id
    navigate(address, { state: RETURNS })
  }
  const save = () =>
    void downloadItems({ root: item.root_id, folder: TOP }, { count: 1, known: [], all: async () => [item] })
  return [
    { id: 'open', label: t.find.open, icon: 'eye', run: open },
    {
      id: 'show',
      label: t.find.showInFolder,
      icon: 'folder',
      run: () => navigate(showAddress(item.root_id, item.id)),
    },
    // A folder is saved from the one that it is in.
    ...(maySave && item.type === 'file'
      ? [{ id: 'save', label: t.files.download, icon: 'download' as const, run: save }]
      : []),
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
      run: () => void copyText(location.origin + address, t.done.addressCopied),
    },
  ]
}
