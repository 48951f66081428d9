import type { StoppedDevice } from '@holdfast/api/devices/fleet'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { titleOf } from '../../core/history/brake-words.ts'
import { itemOf, receivedPage } from '../../core/sharing/item.ts'
import { changeSettings, getSettings } from '../../data/account/settings.ts'
import { sharedId, type Waiting } from '../../data/account/waiting.ts'
import { isOwnRoot, type Session } from '../../data/service/session.ts'
import { alertWords, moreOfAlert } from '../../messages/alert-words.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { IconButton } from '../../ui/button.tsx'
import { iconOf } from '../../ui/file-icon.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { usePopover } from '../../ui/use-popover.ts'

interface BellPanelProps {
  session: Session
  waiting: Waiting
  place: { below: HTMLElement }
  onClose: () => void
  /** After a restore: to end the pause of retention. */
  onResume: () => void
  onDecide: (device: StoppedDevice) => void
}

/** What waits for someone, what is new, and what needs a look: the most urgent first. */
export function BellPanel({ session, waiting, place, onClose, onResume, onDecide }: BellPanelProps) {
  const { brakes, stopped, invitations, alerts, shared, space, isPending, error, retry } = waiting
  const ref = usePopover(place, onClose)
  const id = useId()
  const seen = useSeen(shared.map(sharedId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useEffect(() => ref.current?.focus(), [])
  const root = session.person?.root_id
  const isNothing =
    brakes.length + stopped.length + invitations.length + alerts.length + shared.length === 0 && !space
  return (
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={id}
      aria-busy={isPending}
      className="menu bell-panel"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (
          relatedTarget instanceof Node &&
          ![currentTarget, place.below].some((one) => one.contains(relatedTarget))
        )
          onClose()
      }}
    >
      <header className="bell-head">
        <h2 id={id}>{t.bell.title}</h2>
        <IconButton icon="close" label={t.general.close} onClick={onClose} />
      </header>
      {error !== undefined && <Failed error={error} onRetry={retry} />}
      <ul>
        {brakes.map(([brake]) => (
          <Row
            key={`brake ${brake.id}`}
            icon="warn"
            bad
            words={titleOf(brake, t)}
            more={isOwnRoot(brake.root_id) ? t.navigation.myFiles : brake.root_name}
            to="/undo"
            onGo={onClose}
          />
        ))}
        {stopped.map((one) => (
          <Row
            key={`stopped ${one.rsub_id}`}
            icon="warn"
            bad
            words={t.bell.stopped.row(shownName(one.machine_name), one.here + one.there)}
            more={t.bell.stopped.open}
            onPress={() => onDecide(one)}
          />
        ))}
        {space && root && (
          <Row
            icon="cloud"
            bad={space.used >= space.quota}
            words={space.used >= space.quota ? t.bell.spaceFull : t.bell.spaceNearly}
            more={t.bell.spaceHint(formatSize(space.used), formatSize(space.quota))}
            to={addressOfPlace({ ...placeAt(root), sort: 'size', descending: true })}
            onGo={onClose}
          />
        )}
        {invitations.map((one) => (
          <Row
            key={`invitation ${one.root_id}`}
            icon="people"
            words={one.name === '' ? t.share.shared.unnamed : t.bell.invited(one.name)}
            more={one.name === '' ? undefined : t.share.shared.invited(one.invited_by, one.company_name)}
            to="/invitations"
            onGo={onClose}
          />
        ))}
      </ul>
      {alerts.length > 0 && (
        <section>
          <h3>
            <bdi>{t.bell.organization(shownName(session.organization.name))}</bdi>
          </h3>
          <ul>
            {alerts.map((alert) => (
              <Row
                key={alert.kind}
                icon="info"
                bad={alert.level === 'urgent'}
                words={alertWords(alert)}
                more={moreOfAlert(alert)}
                {...(alert.kind === 'retention_paused' && { onPress: onResume })}
                {...(alert.kind === 'setup_open' && { to: '/welcome', onGo: onClose })}
              />
            ))}
          </ul>
        </section>
      )}
      {shared.length > 0 && (
        <section>
          <h3>{t.bell.shared}</h3>
          <ul>
            {shared.map((link) => (
              <Row
                key={link.id}
                icon={iconOf(itemOf(link))}
                words={itemOf(link).name}
                more={t.bell.sharedBy(link.creator_name)}
                page={receivedPage(link)}
                isNew={sharedId(link) > seen}
              />
            ))}
          </ul>
          <Link href="/shared" className="bell-all" onClick={onClose}>
            {t.bell.all}
          </Link>
        </section>
      )}
      {isNothing && !isPending && error === undefined && (
        <div className="empty bell-none">
          <Icon name="bell" large />
          <strong>{t.bell.none}</strong>
          <p>{t.bell.noneHint}</p>
        </div>
      )}
      {isNothing && isPending && <p className="soft bell-none">{t.general.loading}</p>}
    </div>
  )
}

/** What was seen before it was opened: from now on, all of these are. */
function useSeen(ids: readonly number[]): number {
  const [seen] = useState(() => getSettings().sharedSeen)
  const newest = Math.max(0, ...ids)
  useEffect(() => {
    if (newest > getSettings().sharedSeen) void changeSettings({ sharedSeen: newest })
  }, [newest])
  return seen
}

interface RowProps {
  icon: IconName
  words: string
  more: string | undefined
  bad?: boolean
  isNew?: boolean
  /** A place in the app. */
  to?: string
  onGo?: () => void
  /** A page of the server. */
  page?: string
  onPress?: () => void
}

function Row({ icon, words, more, bad, isNew, to, onGo, page, onPress }: RowProps) {
  const inside: ReactNode = (
    <>
      <Icon name={icon} />
      <span>
        <bdi>{shownName(words)}</bdi>
        {isNew && <em className="bell-new">{t.bell.isNew}</em>}
        {more && (
          <small>
            <bdi>{shownName(more)}</bdi>
          </small>
        )}
      </span>
    </>
  )
  const className = bad ? 'bell-row bell-row-bad' : 'bell-row'
  return (
    <li>
      {to ? (
        <Link href={to} className={className} onClick={onGo}>
          {inside}
        </Link>
      ) : page ? (
        <a href={page} className={className}>
          {inside}
        </a>
      ) : onPress ? (
        <button type="button" className={className} onClick={onPress}>
          {inside}
        </button>
      ) : (
        <span className={className}>{inside}</span>
      )}
    </li>
  )
}
