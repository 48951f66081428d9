import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { TOP } from '../../core/addresses/routes.ts'
import { followSpace, type Place, rootsOf, usePerson } from '../../data/files/places.ts'
import { problemOf } from '../../data/service/errors.ts'
import { isAdministrator, type Session } from '../../data/service/session.ts'
import { acting } from '../../files/actions/acting.ts'
import { whichOf } from '../../files/actions/clipboard.ts'
import { takesItems } from '../../files/actions/drop-target.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface NavigationProps {
  session: Session
  open: boolean
  /** To its icons. */
  folded: boolean
  onClose: () => void
}

const FEW = 12

/** Places one can go to. Below a tablet's width it is a drawer. */
export function Navigation({ session, open, folded, onClose }: NavigationProps) {
  const person = usePerson(session)
  useEffect(() => followSpace(), [])
  const [path, navigate] = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (open) nav.current?.querySelector('a')?.focus()
  }, [open])
  const places = rootsOf({ person })
  const shares = places.filter(({ type }) => type === 'share')
  const own = places.filter(({ type }) => type === 'sync')
  const backups = places.filter(({ type }) => type === 'backup')
  const isAt = (address: string) => path === address || path.startsWith(`${address}/`)
  const entry = (address: string, icon: IconName, words: string, place?: Place) => (
    <li key={address}>
      <Link
        href={address}
        aria-current={isAt(address) ? 'page' : undefined}
        className={isAt(address) ? 'nav-link nav-here' : 'nav-link'}
        title={folded ? shownName(words) : undefined}
        {...(place && place.type !== 'backup' && dropOn(place, () => navigate(address)))}
      >
        <Icon name={icon} />
        <bdi>{shownName(words)}</bdi>
      </Link>
    </li>
  )
  const at = (place: Place) => entry(`/files/${place.id}`, place.icon, place.name, place)
  return (
    <>
      {open && <button type="button" className="nav-shade" aria-label={t.general.close} onClick={onClose} />}
      <nav
        ref={nav}
        className={['nav', open && 'nav-open', folded && 'nav-folded'].filter(Boolean).join(' ')}
        aria-label={t.navigation.label}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <ul>
          {own.map(at)}
          {session.who_type === 'person' && entry('/team', 'people', t.navigation.team)}
          {shares.slice(0, FEW).map((place) => (
            <li key={place.id} className="nav-below">
              <ul>{at(place)}</ul>
            </li>
          ))}
          {shares.length > FEW && entry('/team', 'more', t.navigation.allShares)}
          {backups.map(at)}
          {entry('/shared', 'received', t.navigation.shared)}
          {session.who_type === 'person' && (
            <>
              {entry('/links', 'link', t.navigation.links)}
              {entry('/recent', 'clock', t.find.recent)}
              {entry('/starred', 'star', t.find.starred)}
              {entry('/deleted', 'trash', t.deleted.title)}
              {entry('/undo', 'pulse', t.undo.title)}
            </>
          )}
        </ul>
        {isAdministrator() && <ul>{entry('/admin', 'organization', t.navigation.console)}</ul>}
        {person && (
          <div className="nav-space">
            <progress
              max={Math.max(1, person.space_quota)}
              value={person.space_usage}
              aria-label={t.navigation.space(formatSize(person.space_usage), formatSize(person.space_quota))}
            />
            <small>
              {t.navigation.space(formatSize(person.space_usage), formatSize(person.space_quota))}
            </small>
          </div>
        )}
      </nav>
    </>
  )
}

const dropOn = (place: Place, onRest: () => void) =>
  takesItems(async (carried, copies) => {
    const { root, folder } = carried
    const to = { root: place.id, folder: TOP, name: place.name }
    const from = { root, folder: folder as typeof TOP }
    try {
      const { copyItems, moveItems } = await acting()
      const which = await whichOf(carried)
      if (copies) await copyItems(root, which, to)
      else if (root !== to.root || folder !== TOP) await moveItems(from, which, to)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }, onRest)
