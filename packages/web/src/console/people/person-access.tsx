import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { PersonId } from '@holdfast/api/ids'
import { consoleAddress } from '../../core/console/places.ts'
import { mayWords, wayWords } from '../../core/sharing/ways.ts'
import { usePersonGroups, usePersonReceived, usePersonShares } from '../../data/console/persons.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { FactRows } from '../parts/fact-rows.tsx'
import { LinkRows } from '../parts/link-rows.tsx'

interface PersonAccessProps {
  place: OrganizationMay
  id: PersonId
  name: string
}

/** What somebody can open, and why: in place of signing in as them. */
export const PersonAccess = ({ place, id, name }: PersonAccessProps) => (
  <div className="console-column">
    <Shares place={place} id={id} name={name} />
    <Groups place={place} id={id} name={name} />
    <Received id={id} name={name} />
  </div>
)

function Shares({ place, id, name }: PersonAccessProps) {
  const words = consoleWords().people
  const list = usePersonShares(id)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const shares = list.data.pages.flatMap(({ results }) => results)
  return (
    <section className="console-part">
      <h2>{words.openAll(name)}</h2>
      {shares.length === 0 ? (
        <p className="soft">{words.noAccess(name)}</p>
      ) : (
        <>
          <p className="soft">{words.accessHint}</p>
          <FactRows
            rows={shares.map(({ root, company_name, permissions, ways, ways_total }) => ({
              key: root.id,
              icon: 'people',
              name: shownName(root.name),
              ...(root.company_id === place.id && {
                address: consoleAddress(place.id, 'shares', { id: root.id }),
              }),
              facts: [
                mayWords(permissions, t.share),
                ...ways.map((way) => wayWords(way, '', t.share, formatDay)),
                ways_total > ways.length && t.share.ways.more(ways_total - ways.length),
                shownName(company_name ?? ''),
              ],
            }))}
          />
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}

/** By which more comes: those of the organization that somebody is in directly. */
function Groups({ place, id, name }: PersonAccessProps) {
  const { people: words, groups } = consoleWords()
  const { data, error, refetch } = usePersonGroups(place.id, id)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : null
  return (
    <section className="console-part">
      <h2>{words.columns.groups}</h2>
      {data.length === 0 ? (
        <p className="soft">{words.noGroups(name)}</p>
      ) : (
        <FactRows
          rows={data.map((group) => ({
            key: group.id,
            icon: 'people',
            name: shownName(group.name),
            address: consoleAddress(place.id, 'groups', { id: group.id }),
            facts: [groups.facts(undefined, group.members)],
          }))}
        />
      )}
    </section>
  )
}

function Received({ id, name }: Pick<PersonAccessProps, 'id' | 'name'>) {
  const words = consoleWords().people
  const list = usePersonReceived(id)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return null
  const links = list.data.pages.flatMap(({ results }) => results)
  return (
    <section className="console-part">
      <h2>{words.received}</h2>
      {links.length === 0 ? (
        <p className="soft">{words.noneReceived(name)}</p>
      ) : (
        <>
          <LinkRows links={links} />
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}
