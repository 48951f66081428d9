import type { PersonId } from '@holdfast/api/ids'
import { mayWords, wayWords } from '../../core/sharing/ways.ts'
import { usePersonShares } from '../../data/console/persons.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { FactRows } from '../parts/fact-rows.tsx'

/** What somebody can open, and why: in place of signing in as them. */
export function PersonAccess({ id, name }: { id: PersonId; name: string }) {
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
