import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { type ConsolePlace, consoleAddress, mainScreenOf } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../parts/tag.tsx'

/** Where one is, where that is not one's own organization or a thing of it; and what privacy mode keeps from one. */
export function PlaceLine({ place, here }: { place: OrganizationMay; here: ConsolePlace }) {
  const words = consoleWords().frame
  const isOwn = place.above.length === 0
  const main = mainScreenOf(here)
  const list = here.id || main !== here.screen ? main : undefined
  return (
    <>
      {(!isOwn || list) && (
        <nav className="console-crumbs" aria-label={words.path}>
          <ol>
            {[...place.above, place].map(({ id, name }) => (
              <li key={id}>
                <Link href={consoleAddress(id, 'overview')}>
                  <bdi>{shownName(name)}</bdi>
                </Link>
              </li>
            ))}
            {list && (
              <li>
                <Link href={consoleAddress(place.id, list)}>{words.screens[list]}</Link>
              </li>
            )}
          </ol>
          {!isOwn && <Tag kind="other">{words.customer}</Tag>}
        </nav>
      )}
      {place.privacy_mode && !isOwn && (
        <p className="note console-privacy">
          <Icon name="shield" /> {words.privacyWhy(shownName(place.name))}
        </p>
      )}
    </>
  )
}
