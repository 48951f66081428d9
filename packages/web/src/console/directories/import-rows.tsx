import type { ImportAction } from '@holdfast/api/accounts/auth-sources'
import type { ImportReason } from '@holdfast/api/accounts/directory-reasons'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Tag } from '../parts/tag.tsx'

interface Row {
  action: ImportAction
  /** None where it is not there yet. */
  id: number | null
  name: string
  also?: string
  reason_code: ImportReason | null
}

interface RowsProps {
  place: OrganizationMay
  rows: readonly Row[]
  kind: 'people' | 'groups'
}

const LOOKS = { create: 'good', update: 'other', disable: 'bad', skip: 'warn' } as const

/** Accounts or groups, each with what would become of it, and why. */
export function ImportRows({ place, rows, kind }: RowsProps) {
  const words = consoleWords().directories
  if (rows.length === 0) return null
  return (
    <ul className="console-rows directory-rows">
      {rows.map((row, at) => {
        const facts = [row.also && shownName(row.also), row.reason_code && words.reasons[row.reason_code]]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries can have everything in common, and none of them moves
          <li key={at}>
            <span className="console-row-what">
              {row.id === null ? (
                <bdi>{shownName(row.name)}</bdi>
              ) : (
                <Link href={consoleAddress(place.id, kind, { id: row.id })}>
                  <bdi>{shownName(row.name)}</bdi>
                </Link>
              )}
              <small>
                <bdi>{facts.filter(Boolean).join(' · ')}</bdi>
              </small>
            </span>
            <Tag kind={LOOKS[row.action]}>
              {row.action === 'disable' && kind === 'groups' ? words.deleteGroup : words.actions[row.action]}
            </Tag>
          </li>
        )
      })}
    </ul>
  )
}
