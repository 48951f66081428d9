import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { RootId } from '@holdfast/api/ids'
import type { Share } from '@holdfast/api/sharing/shares'
import { Link, useLocation } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { may } from '../../data/console/places.ts'
import { useShare, useShareRow } from '../../data/console/shares.ts'
import { codeOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatNames, formatSize, formatTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShareAccess } from './share-access.tsx'
import { ShareMembers } from './share-members.tsx'
import type { SharePart } from './share-part.ts'
import { ShareSettings } from './share-settings.tsx'
import './shares.css'

const TABS = ['members', 'access', 'settings'] as const
type Tab = (typeof TABS)[number]

interface ShareScreenProps {
  place: OrganizationMay
  id: number
  tab: string | undefined
}

/** All about one team share. */
export function ShareScreen({ place, id, tab = 'members' }: ShareScreenProps) {
  const words = consoleWords().shares
  const root = id as RootId
  const { data: share, error, refetch } = useShare(place.id, root)
  const code = codeOf(error)
  if (code === 'not_found' || code === 'root_deleted')
    return (
      <div className="empty">
        <Icon name="info" large />
        <h1>{words.gone}</h1>
      </div>
    )
  if (!share)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const tabs = TABS.filter((one) => one !== 'access' || may(place, 'files.browse'))
  const shown = tabs.find((one) => one === tab) ?? 'members'
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{shownName(share.name)}</bdi>
        </h1>
        <Ways place={place} root={root} />
      </header>
      <Facts place={place} share={share} />
      <nav className="console-tabs" aria-label={words.parts}>
        {tabs.map((one) => (
          <Link
            key={one}
            href={consoleAddress(place.id, 'shares', { id, ...(one !== 'members' && { tab: one }) })}
            aria-current={one === shown ? 'page' : undefined}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </nav>
      <Part tab={shown} place={place} share={share} root={root} />
    </>
  )
}

function Part({ tab, ...part }: SharePart & { tab: Tab }) {
  const [, navigate] = useLocation()
  switch (tab) {
    case 'members':
      return <ShareMembers {...part} />
    case 'access':
      return <ShareAccess root={part.root} />
    case 'settings':
      return (
        <ShareSettings
          key={JSON.stringify(part.share)}
          {...part}
          onDeleted={() => navigate(consoleAddress(part.place.id, 'shares'))}
        />
      )
  }
}

/** To its files, its links, and what happened in it. */
function Ways({ place, root }: Pick<SharePart, 'place' | 'root'>) {
  const { shares: words, activity } = consoleWords()
  const to = (screen: 'links' | 'activity') => consoleAddress(place.id, screen, { query: `?root=${root}` })
  return (
    <span className="console-acts">
      {may(place, 'files.browse') && (
        <Link className="button button-plain" href={addressOfPlace(placeAt(root))}>
          <Icon name="folder" />
          <span>{words.openFiles}</span>
        </Link>
      )}
      {may(place, 'links.close') && (
        <Link className="button button-plain" href={to('links')}>
          <Icon name="link" />
          <span>{words.showLinks}</span>
        </Link>
      )}
      {may(place, 'activity') && (
        <Link className="button button-plain" href={to('activity')}>
          <Icon name="clock" />
          <span>{activity.showActivity}</span>
        </Link>
      )}
    </span>
  )
}

function Facts({ place, share }: { place: OrganizationMay; share: Share }) {
  const words = consoleWords().shares
  const { data: row } = useShareRow(place.id, share.id)
  const owners = row?.owners.map(({ name }) => shownName(name)) ?? []
  return (
    <>
      {share.description && (
        <p className="soft">
          <bdi>{shownName(share.description)}</bdi>
        </p>
      )}
      <p className="soft share-facts">
        {/* Names that are read from right to left would turn round what follows them. */}
        <bdi>{row && (owners.length > 0 ? words.coOwners(formatNames(owners)) : words.noOwner)}</bdi>
        {row
          ? ` · ${formatSize(row.space)} · ${row.changed_at ? words.lastChange(formatTime(row.changed_at)) : words.noChange}`
          : ' '}
      </p>
    </>
  )
}
