import { Link } from 'wouter'
import { rootsOf, usePerson } from '../../data/files/places.ts'
import type { Session } from '../../data/service/session.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'

/** The team shares that someone is in. */
export function TeamScreen({ session }: { session: Session }) {
  const person = usePerson(session)
  const shares = rootsOf({ person }).filter(({ type }) => type === 'share')
  const sizes = new Map((person?.roots ?? []).map((root) => [root.id, root.space_used]))
  return (
    <section className="screen">
      <h1>{t.team.title}</h1>
      {shares.length === 0 ? (
        <div className="empty">
          <Icon name="people" large />
          <h2>{t.team.empty}</h2>
          <p>{t.team.emptyHint}</p>
        </div>
      ) : (
        <ul className="cards">
          {shares.map(({ id, name, icon }) => (
            <li key={id}>
              <Link href={`/files/${id}/0`} className="card">
                <Icon name={icon} />
                <span>
                  <strong>
                    <bdi>{shownName(name)}</bdi>
                  </strong>
                  <small>{formatSize(sizes.get(id) ?? 0)}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
