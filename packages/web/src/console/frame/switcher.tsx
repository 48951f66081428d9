import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { consolePlaceIn, sameScreenOf } from '../../core/console/places.ts'
import { type Listed, noteVisited, useRecent } from '../../data/console/places.ts'
import { ownOrganizationId } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { SwitchDialog } from '../parts/switch-dialog.tsx'

interface SwitcherProps {
  place: OrganizationMay
  /** The drawer that it is in. */
  onClose: () => void
}

/** Which organization everything is about, and the way to another. */
export function Switcher({ place, onClose }: SwitcherProps) {
  const [isOpen, setOpen] = useState(false)
  const [path, navigate] = useLocation()
  const query = useSearch()
  const words = consoleWords().frame
  const recent = useRecent()
  useEffect(() => noteVisited(place, recent), [place, recent])
  const isOwn = place.id === ownOrganizationId()
  const name = shownName(place.name)
  const above = place.above.at(-1)
  const where = isOwn || !above ? words.own : words.customerOf(shownName(above.name))
  const choose = ({ id }: Pick<Listed, 'id'>) => {
    setOpen(false)
    onClose()
    const here = consolePlaceIn(path)
    if (here && id !== place.id) navigate(sameScreenOf(id, here, query))
  }
  return (
    <>
      <button
        type="button"
        className={isOwn ? 'console-switcher' : 'console-switcher console-other'}
        aria-haspopup="dialog"
        title={words.switchTitle}
        onClick={() => setOpen(true)}
      >
        <Icon name="organization" />
        <span className="console-switcher-name">
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          <small>{where}</small>
        </span>
        <Icon name="down" />
      </button>
      {isOpen && <SwitchDialog onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}
