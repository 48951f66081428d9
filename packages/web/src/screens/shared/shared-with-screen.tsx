import type { PersonId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { Link } from 'wouter'
import { linkAddress } from '../../core/addresses/routes.ts'
import { itemOf } from '../../core/sharing/item.ts'
import { isSubscriber, isUsed, subscriberOf } from '../../core/sharing/link-state.ts'
import { nameOfPerson } from '../../data/sharing/directory.ts'
import { useLinksWith } from '../../data/sharing/links-with.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Received } from './received.tsx'
import './shared.css'

/** What another shares with someone by links, and the other way round. */
export function SharedWithScreen({ person }: { person: PersonId }) {
  const { data, error, isLoadingError, refetch } = useLinksWith(person)
  if (isLoadingError) return <ProblemScreen error={error} onRetry={() => void refetch()} />
  const { received = [], made = [] } = data ?? {}
  const name = shownName(nameIn(person, received, made))
  const words = t.share.between
  return (
    <section className="screen" aria-busy={!data}>
      <h1>
        <bdi>{words.title(name)}</bdi>
      </h1>
      {received.length > 0 && (
        <section className="shared-part">
          <h2>
            <bdi>{t.share.shared.from(name)}</bdi>
          </h2>
          <ul className="cards">
            {received.map((link) => (
              <li key={link.id}>
                <Received link={link} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {made.length > 0 && (
        <section className="shared-part">
          <h2>{words.fromYou}</h2>
          <ul className="cards">
            {made.map((link) => (
              <li key={link.id}>
                <Link className="card" href={linkAddress(link.id)}>
                  <FileIcon item={itemOf(link)} />
                  <span>
                    <strong>
                      <bdi>{shownName(itemOf(link).name) || t.share.links.gone}</bdi>
                    </strong>
                    <small>
                      {isUsed(link)
                        ? t.share.links.uses(link.times_viewed, link.times_downloaded)
                        : t.share.links.never}
                    </small>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data && received.length + made.length === 0 && (
        <div className="empty">
          <Icon name="person" large />
          <h2>
            <bdi>{words.nothing(name)}</bdi>
          </h2>
          <p>{words.nothingHint}</p>
        </div>
      )}
    </section>
  )
}

/** Addresses have no names: what was found tells it, or what was typed to come here. */
function nameIn(person: PersonId, received: readonly Sharelink[], made: readonly Sharelink[]): string {
  const [sender] = received
  const subscriber = made.flatMap(({ subscribers }) => subscribers).find((one) => isSubscriber(one, person))
  return (
    sender?.creator_name ||
    (subscriber && subscriberOf(subscriber).name) ||
    nameOfPerson(person) ||
    t.share.between.someone
  )
}
