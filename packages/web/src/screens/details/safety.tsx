import type { Item, Permission } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { DeviceCopy, Safety as Facts } from '@holdfast/api/oversight/safety'
import type { Panel } from '../../core/addresses/routes.ts'
import { mayWords, wayWords } from '../../core/sharing/ways.ts'
import { useSafety } from '../../data/files/safety.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { WhomToAsk } from '../../files/sharing/whom-to-ask.tsx'
import { formatDay, shownName } from '../../messages/format.ts'
import { safetyWords } from '../../messages/safety-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { At, Part } from './safety-part.tsx'
import { StoredData } from './stored-data.tsx'

const FEW = 3

interface SafetyProps {
  root: RootId
  item: Item
  permissions: readonly Permission[]
  onPanel: (panel: Panel) => void
}

/** What the service knows about how safe an item is: each fact with its time, and nothing that it does not know. */
export function Safety({ root, item, permissions, onPanel }: SafetyProps) {
  const { data, error, refetch } = useSafety(root, item)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="soft">{t.general.loading}</p>
  const words = safetyWords()
  return (
    <>
      {data.damaged.length > 0 && <StoredData facts={data} item={item} />}
      <Versions facts={data} item={item} onPanel={onPanel} />
      {!item.is_deleted && (
        <>
          <Access facts={data} item={item} root={root} permissions={permissions} onPanel={onPanel} />
          <Part icon="device" title={words.devices.title}>
            {data.devices.length === 0 && <p className="soft">{words.devices.none}</p>}
            {data.devices.length > 0 && (
              <ul className="safety-list">
                {data.devices.map((copy) => (
                  <Copy key={copy.rsub_id} copy={copy} />
                ))}
              </ul>
            )}
          </Part>
        </>
      )}
      {data.damaged.length === 0 && <StoredData facts={data} item={item} />}
      {data.backup && <Backup backup={data.backup} />}
    </>
  )
}

function Versions({ facts, item, onPanel }: { facts: Facts } & Pick<SafetyProps, 'item' | 'onPanel'>) {
  const words = safetyWords().versions
  const { count, oldest, replaced_days, next_removal, deleted_days, removal, paused_until } = facts.versions
  return (
    <Part icon="clock" title={words.title}>
      {removal && <At at={removal} say={words.removal} />}
      {count !== null && oldest !== null && <At at={oldest} say={(when) => words.count(count, when)} />}
      <p>{replaced_days === null ? words.keptForGood : words.keptFor(replaced_days)}</p>
      {next_removal && <At at={next_removal} say={words.nextRemoval} />}
      <p>{deleted_days === null ? words.deletedForGood : words.deletedFor(deleted_days)}</p>
      {paused_until && <At at={paused_until} say={words.paused} />}
      <p className="soft">{words.source}</p>
      {item.type === 'file' && <Button onClick={() => onPanel('versions')}>{words.show}</Button>}
    </Part>
  )
}

function Access({ facts, item, root, permissions, onPanel }: { facts: Facts } & SafetyProps) {
  const words = safetyWords().access
  const { access } = facts
  if (!access)
    return (
      <Part icon="people" title={words.title}>
        <p>{words.you(mayWords(permissions, t.share))}</p>
        <p className="soft">{words.hidden}</p>
        <WhomToAsk root={root} manages />
      </Part>
    )
  const shown = access.results.slice(0, FEW)
  const [only] = shown
  const isAlone = access.total === 1 && only?.who_type === 'person' && only.who?.id === ownPersonId()
  const isOpen = only?.who_type === 'anyone'
  return (
    <Part icon={isOpen ? 'warn' : 'people'} title={words.title}>
      <p>{isAlone ? words.nobodyElse : words.people(access.total - (isOpen ? 1 : 0))}</p>
      {!isAlone && (
        <ul className="safety-list">
          {shown.map(({ who_type, who, permissions: may, ways: [way] }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: not everybody who comes has an id
            <li key={n} className={who_type === 'anyone' ? 'safety-open' : undefined}>
              <strong>
                <bdi>
                  {who === null
                    ? t.share.anyone
                    : who_type === 'person' && who.id === ownPersonId()
                      ? t.share.you
                      : shownName(who.name || (who.email ?? ''))}
                </bdi>
              </strong>
              <span>{mayWords(may, t.share)}</span>
              {way && (
                <span className="soft">
                  <bdi>{shownName(wayWords(way, item.path, t.share, formatDay))}</bdi>
                </span>
              )}
            </li>
          ))}
          {access.total > shown.length && <li>{words.more(access.total - shown.length)}</li>}
        </ul>
      )}
      <Button onClick={() => onPanel('access')}>{words.show}</Button>
    </Part>
  )
}

function Copy({ copy }: { copy: DeviceCopy }) {
  const words = safetyWords().devices
  const isWell = copy.state === 'up_to_date'
  return (
    <li>
      <strong>
        <bdi>{shownName(copy.machine_name)}</bdi>
      </strong>
      <span className={isWell ? 'safety-well' : undefined}>{words.states[copy.state]}</span>
      {copy.as_of && <At at={copy.as_of} say={copy.connected ? words.connected : words.lastContact} soft />}
    </li>
  )
}

function Backup({ backup }: { backup: NonNullable<Facts['backup']> }) {
  const words = safetyWords().backup
  const { every_hours: hours, newest_complete, overdue, contains } = backup
  return (
    <Part icon="cloud" title={words.title} bad={overdue}>
      {newest_complete === null ? (
        <p>{hours === null ? words.off : words.none}</p>
      ) : (
        <At at={newest_complete} say={words.newest} />
      )}
      {contains !== null && <p>{contains ? words.contains : words.isNewer}</p>}
      {overdue && <p>{words.overdue}</p>}
      {hours !== null && (
        <p className="soft">{hours % 24 === 0 ? words.days(hours / 24) : words.hours(hours)}</p>
      )}
      {hours === null && newest_complete !== null && <p className="soft">{words.off}</p>}
    </Part>
  )
}
