import type { SubscriberId } from '@holdfast/api/ids'
import type { FileRequest, MissingSender } from '@holdfast/api/sharing/file-requests'
import { DAY_MS } from '@holdfast/api/time'
import { useId, useState } from 'react'
import { problemOf } from '../../data/service/errors.ts'
import { remind, useMissing } from '../../data/sharing/requests.ts'
import { formatMoment, shownName, timeOf } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { now } from '../../platform/clock.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Button } from '../../ui/button.tsx'

/** Each can be reminded once a day. */
const mayRemind = ({ reminded }: MissingSender): boolean =>
  reminded === null || timeOf(reminded) + DAY_MS <= now()

/** Who was invited and has sent nothing yet, with a way to remind them. */
export function Missing({ request }: { request: FileRequest }) {
  const id = useId()
  const list = useMissing(request.sharelink_id)
  const [busy, setBusy] = useState<SubscriberId | 'all'>()
  const words = requestWords()
  const all = list.data?.pages.flatMap(({ results }) => results) ?? []
  const isOpen = request.state === 'open'
  const send = async (who: SubscriberId | 'all') => {
    if (busy) return
    setBusy(who)
    try {
      const count = await remind(request.sharelink_id, who === 'all' ? undefined : who)
      toast(words.remindedNow(count))
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
    setBusy(undefined)
  }
  return (
    <section className="share-part" aria-labelledby={id}>
      <div className="share-head">
        <h3 id={id}>{words.missing(request.missing)}</h3>
        {isOpen && all.filter(mayRemind).length > 1 && (
          <Button icon="mail" busy={busy === 'all'} onClick={() => void send('all')}>
            {words.remindAll}
          </Button>
        )}
      </div>
      {list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <p className="soft">{request.missing === 0 ? words.all : words.onceADay}</p>
      )}
      <ul className="request-list" aria-labelledby={id}>
        {all.map((one) => (
          <li key={one.subscriber_id} className="request-missing">
            <span className="request-who">
              <strong>
                <bdi>{shownName(one.name)}</bdi>
              </strong>
              <small>
                {[
                  words.invitedOn(formatMoment(one.invited)),
                  one.reminded !== null && words.reminded(formatMoment(one.reminded)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            {isOpen && mayRemind(one) && (
              <Button
                busy={busy === one.subscriber_id}
                aria-label={words.remindOne(shownName(one.name))}
                onClick={() => void send(one.subscriber_id)}
              >
                {words.remind}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </section>
  )
}
