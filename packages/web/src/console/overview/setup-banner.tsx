import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { isOpen, useCustomerSetup } from '../../data/console/customer-setup.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Icon } from '../../ui/icon.tsx'
import '../parts/banner.css'

/** That the setup of a new customer was left before its end, for those above it. */
export function SetupBanner({ place }: { place: OrganizationMay }) {
  const words = consoleWords().customers.steps
  const { data = [] } = useCustomerSetup(place.id, may(place, 'organization.limits'))
  if (!data.some(isOpen)) return null
  return (
    <div className="note console-banner" role="status">
      <Icon name="info" />
      <p>{words.unfinished}</p>
      <Link className="button button-plain" href={consoleAddress(place.id, 'continue-setup')}>
        {words.continue}
      </Link>
    </div>
  )
}
