import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useClosing } from '../../data/console/closing.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { CancelClosing } from '../parts/cancel-closing.tsx'
import '../parts/banner.css'

/** Stands above every screen of an organization that is being closed, itself or with one above it. */
export function ClosingBanner({ place }: { place: OrganizationMay }) {
  const words = consoleWords().closing
  const { data } = useClosing(place.id)
  if (!data) return null
  const { id, name } = data.organization
  return (
    <div className="note note-bad console-banner" role="status">
      <Icon name="trash" />
      <p>
        {words.banner(formatDay(data.delete_on))}
        {id !== place.id && ` ${words.with(shownName(name))}`}
      </p>
      {id === place.id ? (
        <CancelClosing place={place} />
      ) : (
        <Link className="button" href={consoleAddress(id, 'close')}>
          {words.show(shownName(name))}
        </Link>
      )}
    </div>
  )
}
