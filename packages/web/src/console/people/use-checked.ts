import type { OrganizationId } from '@holdfast/api/ids'
import { useEffect, useState } from 'react'
import { type Fate, fatesOf } from '../../core/console/fates.ts'
import { type Columns, type ListRow, missingColumns } from '../../core/console/people-list.ts'
import { sentList } from '../../core/console/sent-list.ts'
import { sendList } from '../../data/console/people-import.ts'

/** What would become of the rows of a list; the last that is known, while it is asked for anew. */
export function useChecked(organization: OrganizationId, rows: readonly ListRow[], columns: Columns) {
  const [known, setKnown] = useState<{ rows: readonly ListRow[]; columns: Columns; fates: readonly Fate[] }>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks for the same again
  useEffect(() => {
    if (missingColumns(columns).length > 0) return
    let isWanted = true
    setError(undefined)
    sendList(organization, sentList(rows, columns), true).then(
      (results) => isWanted && setKnown({ rows, columns, fates: fatesOf(rows, results, columns) }),
      (reason: unknown) => isWanted && setError(reason),
    )
    return () => {
      isWanted = false
    }
  }, [organization, rows, columns, tries])
  return {
    fates: known?.fates,
    isCurrent: known?.rows === rows && known.columns === columns,
    error,
    retry: () => setTries(tries + 1),
  }
}
