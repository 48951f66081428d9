import type { PERSON_STATUSES } from '@holdfast/api/accounts/account-tables'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment } from '../../messages/format.ts'
import { Tag, type TagLook } from '../parts/tag.tsx'

type Status = (typeof PERSON_STATUSES)[number]

const LOOKS: Record<Status, TagLook> = {
  active: { kind: 'good' },
  invited: { kind: 'warn', icon: 'mail' },
  locked: { kind: 'bad', icon: 'lock' },
  disabled: { kind: 'soft', icon: 'pause' },
}

/** Whether somebody can sign in, as a word; never by its colour alone. */
export function StatusTag({ status, locked_until }: { status: Status; locked_until?: string | null }) {
  const words = consoleWords().people
  return (
    <Tag
      {...LOOKS[status]}
      title={status === 'locked' && locked_until ? words.lockedUntil(formatMoment(locked_until)) : undefined}
    >
      {words.status[status]}
    </Tag>
  )
}
