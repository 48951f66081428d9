import type { PersonId } from '@holdfast/api/ids'
import { listGuestShares, listPersonReceivedSharelinks } from '@holdfast/api/sharing/links'
import { useInfiniteQuery } from '@tanstack/react-query'
import { bySender } from '../../core/sharing/by-sender.ts'
import { call } from '../../data/service/api.ts'
import type { Session } from '../../data/service/session.ts'
import { useInvitations } from '../../data/sharing/invitations.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Invitations } from './invitations.tsx'
import { Received } from './received.tsx'
import './shared.css'

const PAGE_SIZE = 50

/** What others share with someone; for guests, all that there is. */
export function SharedScreen({ session }: { session: Session }) {
  const links = useInfiniteQuery({
    queryKey: ['received'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => received(session, pageParam, signal),
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: 30_000,
  })
  const invitations = useInvitations(session.who_type === 'person').data ?? []
  if (links.isLoadingError) return <ProblemScreen error={links.error} onRetry={() => void links.refetch()} />
  const all = links.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <section className="screen">
      {session.guest ? (
        <>
          <h1>
            <bdi>{t.share.shared.guestTitle(shownName(session.organization.name))}</bdi>
          </h1>
          <p className="soft shared-guest">{t.share.shared.guestWhy}</p>
        </>
      ) : (
        <h1>{t.shared.title}</h1>
      )}
      <Invitations all={invitations} />
      {all.length === 0 && invitations.length === 0 && !links.isPending && (
        <div className="empty">
          <Icon name="received" large />
          <h2>{t.shared.empty}</h2>
          <p>{t.shared.emptyHint}</p>
        </div>
      )}
      {bySender(all).map(({ sender, links: some }) => (
        <section key={some[0]?.creator_id} className="shared-part">
          <h2>
            <bdi>{t.share.shared.from(shownName(sender))}</bdi>
          </h2>
          <ul className="cards">
            {some.map((link) => (
              <li key={link.id}>
                <Received link={link} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ListEnd list={links} />
    </section>
  )
}

/** Guests have one page of all. */
async function received({ guest, person_id }: Session, page: number, signal: AbortSignal) {
  if (guest)
    return { page, max_page: page, ...(await call(listGuestShares, { guest_id: guest.id }, { signal })) }
  const params = { person_id: person_id ?? undefined, page, page_size: PAGE_SIZE }
  return call(listPersonReceivedSharelinks, params as typeof params & { person_id: PersonId }, { signal })
}
