import { Fragment, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import {
  type ConsoleScreen,
  consoleAddress,
  consolePlaceIn,
  mainScreenOf,
} from '../../core/console/places.ts'
import { usePlace, useWithBelow } from '../../data/console/places.ts'
import { ownOrganizationId } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { screensFor } from './screens.ts'
import { Switcher } from './switcher.tsx'
import './switcher.css'

/** What shows organizations below, too. */
const LISTS: ReadonlySet<ConsoleScreen> = new Set([
  'people',
  'guests',
  'groups',
  'shares',
  'links',
  'activity',
  'devices',
  'backups',
])

interface NavigationProps {
  open: boolean
  folded: boolean
  onClose: () => void
  onGoTo: () => void
}

/** The screens that there are for whoever administers the organization. */
export function ConsoleNavigation({ open, folded, onClose, onGoTo }: NavigationProps) {
  const [path] = useLocation()
  const here = consolePlaceIn(path)
  const organization = here?.organization ?? ownOrganizationId()
  const { data: place } = usePlace(organization)
  const withBelow = useWithBelow()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (open) nav.current?.querySelector<HTMLElement>('button, a')?.focus()
  }, [open])
  const words = consoleWords().frame
  const entry = (address: string, icon: IconName, label: string, isHere: boolean) => (
    <li key={address}>
      <Link
        href={address}
        aria-current={isHere ? 'page' : undefined}
        className={isHere ? 'nav-link nav-here' : 'nav-link'}
        title={folded ? label : undefined}
      >
        <Icon name={icon} />
        <bdi>{label}</bdi>
      </Link>
    </li>
  )
  const query = place && place.below > 0 && withBelow ? '?below=1' : ''
  const shown = place ? screensFor(place) : []
  const addressIn = (screen: ConsoleScreen): string =>
    place ? consoleAddress(place.id, screen, { query: LISTS.has(screen) ? query : '' }) : '/admin'
  return (
    <>
      {open && <button type="button" className="nav-shade" aria-label={t.general.close} onClick={onClose} />}
      <nav
        ref={nav}
        className={['nav', open && 'nav-open', folded && 'nav-folded'].filter(Boolean).join(' ')}
        aria-label={words.title}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        {place && <Switcher place={place} onClose={onClose} />}
        <button
          type="button"
          className="nav-link console-go-to"
          title={folded ? words.goToShort : undefined}
          onClick={() => {
            onClose()
            onGoTo()
          }}
        >
          <Icon name="search" />
          <bdi>{words.goToShort}</bdi>
        </button>
        <ul>
          {shown.map(({ screen, icon, group }, n) => (
            <Fragment key={screen}>
              {group && group !== shown[n - 1]?.group && (
                <li className="console-group">
                  <bdi>{words.groups[group]}</bdi>
                </li>
              )}
              {entry(addressIn(screen), icon, words.screens[screen], mainScreenOf(here) === screen)}
            </Fragment>
          ))}
        </ul>
        <ul className="console-back">{entry('/', 'back', words.back, false)}</ul>
      </nav>
    </>
  )
}
