import type { PersonsImportRow } from '@holdfast/api/accounts/people-import'
import type { PersonId } from '@holdfast/api/ids'
import { type Columns, cellOf, type ListColumn, type ListRow } from './people-list.ts'

/** Why a row cannot be imported as it stands. */
export interface Fault {
  why: 'missing' | 'invalid' | 'twice' | 'taken' | 'full' | 'forbidden' | 'busy' | 'other'
  /** The cell that is wrong, where it is one. */
  column?: ListColumn
  /** The row above that has the same address. */
  row?: number
  /** What the service said, for what nobody foresaw. */
  said?: string
}

/** What an import would do with a row. */
export type Fate = { is: 'create' } | { is: 'exists'; person: PersonId } | { is: 'fix'; fault: Fault }

/** As accounts are told apart by the service. */
const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

/** What becomes of each row, by what the service said of it. */
export function fatesOf(
  rows: readonly ListRow[],
  results: readonly PersonsImportRow[],
  columns: Columns,
): readonly Fate[] {
  const first = new Map<string, number>()
  return rows.map((row, at) => {
    const key = emailKey(cellOf(row, columns, 'email'))
    const above = first.get(key)
    if (above === undefined && key !== '') first.set(key, row.number)
    const result = results[at]
    if (result?.status !== 'failed') return { is: 'create' }
    if (result.person_id !== null) return { is: 'exists', person: result.person_id }
    return { is: 'fix', fault: faultOf(row, result, columns, above) }
  })
}

function faultOf(
  row: ListRow,
  { error, column: name, error_description, error_reason }: PersonsImportRow,
  columns: Columns,
  above: number | undefined,
): Fault {
  switch (error) {
    case 'name_conflict':
      return above === undefined
        ? { why: 'taken', column: 'email' }
        : { why: 'twice', column: 'email', row: above }
    case 'user_limit_exceeded':
      return { why: 'full' }
    case 'forbidden':
      return { why: 'forbidden' }
    case 'temporarily_unavailable':
      return { why: 'busy' }
  }
  const column = columns.find(
    (one) => one !== undefined && (one === name || SENT_AS[one]?.includes(name ?? '')),
  )
  if (!column) return { why: 'other', said: [error_description, error_reason].filter(Boolean).join(' ') }
  return { why: cellOf(row, columns, column).trim() === '' ? 'missing' : 'invalid', column }
}

/** What the service calls columns that are sent in another form. */
const SENT_AS: Partial<Record<ListColumn, readonly string[]>> = {
  full_name: ['first_name', 'last_name'],
  quota_gb: ['space_quota'],
}

export interface Counts {
  create: number
  exists: number
  fix: number
}

export function countFates(fates: readonly Fate[]): Counts {
  const counts = { create: 0, exists: 0, fix: 0 }
  for (const { is } of fates) counts[is]++
  return counts
}

/** So many faults can be corrected on the page; more are corrected where the list comes from. */
export const MOST_FIXED_HERE = 200
