import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useOrganization } from '../../data/console/customers.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { ExportPanel } from '../parts/export-panel.tsx'
import { CloseSection } from './close-section.tsx'
import { Details } from './details.tsx'
import { License } from './license.tsx'
import { Privacy } from './privacy.tsx'
import { Suspend } from './suspend.tsx'

/** What an organization is called, how long it may be used, and who sees its files. */
export function OrganizationScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().organization
  const { data, error, refetch } = useOrganization(place.id)
  if (!data)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
      </header>
      <div className="console-two">
        <Details key={JSON.stringify(data)} place={place} organization={data} />
        <div className="console-column">
          <License key={data.trial_until} place={place} organization={data} />
          <Privacy place={place} isOn={data.privacy_mode} />
          {may(place, 'export') && <ExportPanel organization={place} />}
          {may(place, 'organization.suspend') && <Suspend place={place} />}
          {may(place, 'organization.close') && place.state !== 'closing' && <CloseSection place={place} />}
        </div>
      </div>
    </>
  )
}
