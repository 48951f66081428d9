import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useVerified, verifyNow } from '../../data/console/activity.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment } from '../../messages/format.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Whether the log is as it was written, how far, and what is not. */
export function ChainLine({ place }: { place: OrganizationMay }) {
  const words = consoleWords().activity
  const { data, error, refetch } = useVerified(place.id)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : null
  const { ok, up_to, at, checking, first_bad: bad, anchored_at } = data
  const button = (
    <Button busy={checking} onClick={() => verifyNow(place.id)}>
      {words.verifyNow}
    </Button>
  )
  if (bad && !checking)
    return (
      <div className="note note-bad activity-chain" role="alert">
        <Icon name="warn" />
        <div>
          <strong>{words.faults[bad.what](formatCount(bad.number))}</strong>
          <p>{words.faultWhy}</p>
          {anchored_at && <p className="soft">{words.anchored(formatMoment(anchored_at))}</p>}
        </div>
        {button}
      </div>
    )
  return (
    <div className="activity-chain">
      <Icon name={ok && !checking ? 'check' : 'clock'} />
      <span role="status">
        {checking
          ? words.checking
          : ok && at
            ? words.verified(formatCount(up_to), formatMoment(at))
            : words.neverVerified}
      </span>
      {button}
    </div>
  )
}
