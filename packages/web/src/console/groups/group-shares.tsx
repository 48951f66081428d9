import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { GroupId } from '@holdfast/api/ids'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useSharesOfGroup } from '../../data/console/groups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { FactRows } from '../parts/fact-rows.tsx'

/** What a group lets its members into. */
export function GroupShares({ place, id }: { place: OrganizationMay; id: GroupId }) {
  const words = consoleWords().groups
  const { data, error, refetch } = useSharesOfGroup(place.id, id)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : null
  const { results, cursor } = data
  return (
    <section className="console-part">
      <h2>{words.columns.shares}</h2>
      {results.length === 0 ? (
        <p className="soft">{words.noShares}</p>
      ) : (
        <FactRows
          rows={results.map((share) => ({
            key: share.id,
            icon: 'people',
            name: shownName(share.name),
            address: consoleAddress(place.id, 'shares', { id: share.id }),
            facts: [formatSize(share.space)],
          }))}
        />
      )}
      {cursor !== null && (
        <p>
          <Link href={consoleAddress(place.id, 'shares', { query: `?group=${id}` })}>{words.allShares}</Link>
        </p>
      )}
    </section>
  )
}
