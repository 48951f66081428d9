import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { isUsed, subscriberOf } from '../../core/sharing/link-state.ts'
import { audienceOf, limitWords } from '../../core/sharing/link-words.ts'
import { useRequest } from '../../data/sharing/requests.ts'
import { formatDay, formatExactTime, formatTime, shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { RequestFacts } from './request-facts.tsx'
import './link-facts.css'

const ICONS = { open: 'warn', people: 'people', ended: 'lock' } as const

/** Whom a link lets in, within which limits, and who has used it. */
export function LinkFacts({ link }: { link: Sharelink }) {
  const words = t.share.links
  const audience = audienceOf(link, words, formatDay, formatDate(now()))
  const request = useRequest(link).data ?? undefined
  const limits = limitWords(link, words, formatDay).map((limit) =>
    request && limit === words.drops ? requestWords().label : limit,
  )
  const used = link.subscribers.filter((one) => one.times_viewed + one.times_downloaded > 0)
  return (
    <>
      <span className="link-facts">
        <span className={`link-audience link-${audience.kind}`}>
          <Icon name={ICONS[audience.kind]} />
          {audience.words}
        </span>
        {limits.map((limit) => (
          <span key={limit} className="link-limit">
            {limit}
          </span>
        ))}
      </span>
      {request && (
        <span>
          <bdi>{shownName(request.title)}</bdi> <RequestFacts request={request} />
        </span>
      )}
      <span className="soft">
        {isUsed(link) ? words.uses(link.times_viewed, link.times_downloaded) : words.never}
        {link.last_used !== null && (
          <span title={formatExactTime(link.last_used)}> · {words.lastUsed(formatTime(link.last_used))}</span>
        )}
      </span>
      {used.length > 0 && (
        <details className="link-used">
          <summary>{words.used}</summary>
          <ul>
            {used.map((one) => (
              <li key={one.id}>
                <bdi>
                  {words.usedBy(shownName(subscriberOf(one).name), one.times_viewed, one.times_downloaded)}
                </bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
