import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'

/** Leads to where an organization is closed for good. */
export function CloseSection({ place }: { place: OrganizationMay }) {
  const words = consoleWords().closing
  return (
    <section className="console-part">
      <h2>{words.section}</h2>
      <p>{words.sectionWhy}</p>
      <p className="console-buttons">
        <Link className="button button-bad" href={consoleAddress(place.id, 'close')}>
          {words.open}
        </Link>
      </p>
    </section>
  )
}
