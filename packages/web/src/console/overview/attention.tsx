import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { formatUtc } from '@holdfast/api/time'
import { useState } from 'react'
import { Link } from 'wouter'
import { consolePlaceIn } from '../../core/console/places.ts'
import { useAlerts } from '../../data/console/overview.ts'
import { alertWords, moreOfAlert } from '../../messages/alert-words.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMinute, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../parts/tag.tsx'

const FEW = 4

/** What needs an administrator, here and below, each with the way to where it is solved. */
export function Attention({ place }: { place: OrganizationMay }) {
  const words = consoleWords().overview
  const alerts = useAlerts(place.id, place.below > 0)
  const [isAll, setAll] = useState(false)
  if (alerts.isLoadingError) return <Failed error={alerts.error} onRetry={() => void alerts.refetch()} />
  const found = alerts.data?.results ?? []
  const urgent = found.filter(({ level }) => level === 'urgent').length
  const shown = isAll ? found : found.slice(0, FEW)
  return (
    <section className="console-part overview-attention">
      <h2>
        {words.attention}
        {urgent > 0 && <Tag kind="bad">{words.urgent(urgent)}</Tag>}
        {found.length > urgent && <Tag kind="warn">{words.soon(found.length - urgent)}</Tag>}
      </h2>
      {!alerts.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : found.length === 0 ? (
        <p className="overview-fine">
          <Icon name="check" /> {words.fine(formatMinute(formatUtc(alerts.dataUpdatedAt)))}
        </p>
      ) : (
        <ul className="console-rows">
          {shown.map((alert) => (
            <li key={`${alert.kind} ${alert.id}`}>
              <span className={`overview-level overview-level-${alert.level}`}>
                <Icon name={alert.level === 'urgent' ? 'warn' : 'info'} />
              </span>
              <span className="console-row-what">
                <strong>{alertWords(alert)}</strong>
                <small>
                  {[
                    alert.organization && alert.organization.id !== place.id
                      ? shownName(alert.organization.name)
                      : undefined,
                    moreOfAlert(alert),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              {alert.goes_to && leads(alert.goes_to) && (
                <Link href={alert.goes_to} className="button button-plain">
                  {words.acts[alert.kind as keyof typeof words.acts] ?? t.general.details}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {found.length > FEW && !isAll && (
        <p className="console-buttons">
          <Button onClick={() => setAll(true)}>{words.showAll}</Button>
        </p>
      )}
    </section>
  )
}

/** Of the places that the service names, those that say more than this one. */
const leads = (address: string): boolean => consolePlaceIn(address.split('?')[0] ?? '')?.screen !== 'overview'
