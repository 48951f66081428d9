import type { Reach } from '@holdfast/api/sharing/reach'
import { useState } from 'react'
import type { Candidate } from '../../core/sharing/candidates.ts'
import { type Shareable, type SharedItem, sharedBy } from '../../core/sharing/item.ts'
import { mayWords, wayWords } from '../../core/sharing/ways.ts'
import { useStanding } from '../../data/files/standing.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { useLinksTo } from '../../data/sharing/links.ts'
import { useReach, useReachOf } from '../../data/sharing/reach.ts'
import { openShare } from '../../files/sharing/open-share.ts'
import { PeopleField } from '../../files/sharing/people-field.tsx'
import { formatDay, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

const ICONS: Record<Reach['who_type'], IconName> = {
  person: 'person',
  guest: 'person',
  group: 'people',
  email: 'mail',
  anyone: 'warn',
}

/** Who can open it, what each may do with it, and by which ways. Whatever is open to anyone comes first. */
export function Access({ item }: { item: SharedItem }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useReach(item, true)
  const changes = useChanges(item)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  const all = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <>
      <AskFor item={item} changes={changes} />
      <p className="soft access-intro">{t.share.accessIntro}</p>
      <ul className="details-list" aria-busy={isFetching}>
        {all.map((reach, n) => (
          <One
            // biome-ignore lint/suspicious/noArrayIndexKey: not everybody who comes has an id
            key={n}
            {...{ reach, item, changes }}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {t.details.more}
        </Button>
      )}
    </>
  )
}

type Ways = Reach['ways']
type Changes = (ways: Ways) => Shareable | undefined

/** Where the first of some ways can be changed by anyone who asks: one's own link, or the team share. */
function useChanges(item: SharedItem): Changes {
  const links = useLinksTo(item, true).data ?? []
  const standing = useStanding(item.root).data
  return (ways) => {
    const own = links.find(
      ({ id, creator_id }) => creator_id === ownPersonId() && ways.some((way) => way.sharelink_id === id),
    )
    if (own) return sharedBy(own)
    const isMember = ways.some(({ way }) => way === 'subscription' || way === 'group' || way === 'external')
    return isMember && standing?.isTeam ? { type: 'team', root: item.root, name: standing.name } : undefined
  }
}

interface OneProps {
  reach: Reach
  item: SharedItem
  changes: Changes
}

function One({ reach, item, changes }: OneProps) {
  const { who_type, who, permissions, ways, ways_total } = reach
  const isOwn = who_type === 'person' && who?.id === ownPersonId()
  const name = who === null ? t.share.anyone : isOwn ? t.share.you : shownName(who.name || (who.email ?? ''))
  const target = isOwn ? undefined : changes(ways)
  const more = ways_total - ways.length
  return (
    <li className={who_type === 'anyone' ? 'access-one access-anyone' : 'access-one'}>
      <Icon name={ICONS[who_type]} />
      <span className="details-event-words">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{mayWords(permissions, t.share)}</span>
        {ways.map((way, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ways have nothing else
          <span key={n} className="soft">
            <bdi>{shownName(wayWords(way, item.path, t.share, formatDay))}</bdi>
          </span>
        ))}
        {more > 0 && <span className="soft">{t.share.ways.more(more)}</span>}
      </span>
      {target && <Button onClick={() => void openShare(target)}>{t.share.change}</Button>}
    </li>
  )
}

/** For one person alone: also who cannot. */
function AskFor({ item, changes }: { item: SharedItem; changes: Changes }) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [asked] = chosen
  const { data } = useReachOf(item, asked?.kind === 'person' ? asked.id : undefined)
  const [found] = data?.results ?? []
  return (
    <div className="access-ask">
      <PeopleField
        chosen={chosen}
        onChange={(next) => setChosen(next.slice(-1))}
        taken={[]}
        label={t.share.whatCan}
        hint={t.share.whatCanHint}
        single
      />
      {asked && data && (
        <div role="status">
          {found ? (
            <ul className="details-list">
              <One {...{ reach: found, item, changes }} />
            </ul>
          ) : (
            <p>{t.share.cannot(shownName(asked.name))}</p>
          )}
        </div>
      )}
    </div>
  )
}
