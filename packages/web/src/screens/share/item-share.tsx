import { formatDate } from '@holdfast/api/time'
import { useRef } from 'react'
import { type SharedItem, visitorsPageOf } from '../../core/sharing/item.ts'
import { type ItemLinks, sorted } from '../../core/sharing/link-state.ts'
import { meaningOf } from '../../core/sharing/meaning.ts'
import { NOBODY, type Others, othersBy, othersIn } from '../../core/sharing/others.ts'
import { type Standing, useStanding } from '../../data/files/standing.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { useOwnLinksIn } from '../../data/sharing/links.ts'
import { useReach } from '../../data/sharing/reach.ts'
import { type Asked, useOwnSharing } from '../../data/sharing/requests.ts'
import type { PeopleHandle } from '../../files/sharing/people-field.tsx'
import { formatDay, formatNames } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { ShareFrame } from './frame.tsx'
import { LinkPart } from './link-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { RequestsPart } from './requests-part.tsx'

/** A file or a folder: people by a link that is theirs alone, anyone by another. */
export function ItemShare({ item, onClose }: { item: SharedItem; onClose: () => void }) {
  const standing = useStanding(item.root)
  const own = useOwnSharing(item)
  const people = useRef<PeopleHandle>(null)
  const rules = standing.data?.rules
  const signInOnly = rules?.links_need_sign_in === true
  const links = sorted(own.data?.links ?? [], signInOnly)
  const requests = own.data?.requests ?? []
  const others = useOthers(item, { links, requests }, standing.data)
  const shown = links.open ?? links.people
  const isReady = rules !== undefined && own.data !== undefined
  const sentences = isReady
    ? meaningOf(
        { links, others, rules, team: standing.data?.isTeam ? standing.data.name : undefined },
        { words: t.share.meaning, day: formatDay, today: formatDate(now()), list: formatNames },
      )
    : []
  return (
    <ShareFrame
      name={item.name}
      sentences={sentences}
      page={shown && visitorsPageOf(shown.url)}
      error={standing.error ?? own.error}
      waiting={!isReady}
      onRetry={() => {
        void standing.refetch()
        void own.refetch()
      }}
      onClose={onClose}
      people={people}
    >
      {isReady && rules.may_link && (
        <>
          <PeoplePart item={item} links={links} field={people} />
          <LinkPart item={item} links={links} signInOnly={signInOnly} />
          {item.type === 'folder' && <RequestsPart item={item} requests={requests} />}
        </>
      )}
      {!isReady && <p className="soft">{t.general.loading}</p>}
    </ShareFrame>
  )
}

/** By which other ways it is open, as far as one may know. */
function useOthers(
  item: SharedItem,
  { links, requests }: { links: ItemLinks; requests: readonly Asked[] },
  standing: Standing | undefined,
): Others {
  const manages = standing?.permissions.includes('FILE_MANAGE') === true
  const reach = useReach(item, manages).data?.pages[0]
  const inRoot = useOwnLinksIn(item, standing !== undefined && !manages).data
  if (!reach) return inRoot ? othersBy(inRoot, item.path) : NOBODY
  // What a request collects is seen by nobody who comes through it.
  const told = [links.open, links.people, links.off, ...requests.map(({ link }) => link)].flatMap(
    (link) => link?.id ?? [],
  )
  return othersIn(reach, { path: item.path, links: new Set(told), own: ownPersonId() })
}
