import type { Sharelink } from '@holdfast/api/sharing/links'
import { subscriberOf } from '../../core/sharing/link-state.ts'
import { useLinkAccess } from '../../data/console/links.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FactRows } from '../parts/fact-rows.tsx'
import { isExpired, type LinkRow, linkName } from './link-row.ts'

/** Who can open a link. */
export function LinkAccessDialog({ row, onClose }: { row: LinkRow; onClose: () => void }) {
  const words = consoleWords().links
  const { data: link, error, refetch } = useLinkAccess(row.id)
  return (
    <Dialog
      title={row.hidden ? words.hiddenTitle : words.accessTitle(linkName(row))}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t.general.close}
        </Button>
      }
    >
      {link ? (
        <Access row={row} link={link} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
    </Dialog>
  )
}

function Access({ row, link: { subscribers } }: { row: LinkRow; link: Sharelink }) {
  const words = consoleWords().links
  if (isExpired(row)) return <p>{words.accessExpired(formatDay(row.expires ?? ''))}</p>
  return (
    <>
      {row.public ? (
        <p className="bad">{words.accessPublic}</p>
      ) : (
        subscribers.length === 0 && <p>{words.accessNobody}</p>
      )}
      {subscribers.length > 0 && (
        <FactRows
          rows={subscribers.map((subscriber) => {
            const { name, email } = subscriberOf(subscriber)
            return {
              key: subscriber.id as number,
              icon: subscriber.subscriber_type === 'group' ? 'people' : 'person',
              name: shownName(name),
              facts: [email !== name && email, subscriber.write_access ? words.writes : words.reads],
            }
          })}
        />
      )}
      {!row.hidden && <p className="soft">{words.accessAdministrators}</p>}
    </>
  )
}
