import type { PERSON_STATUSES } from '@holdfast/api/accounts/account-tables'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment } from '../../messages/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Status = (typeof PERSON_STATUSES)[number]

const LOOKS: Record<Status, { kind: 'good' | 'warn' | 'bad' | 'soft'; icon?: IconName }> = {
  active: { kind: 'good' },
  invited: { kind: 'warn', icon: 'mail' },
  locked: { kind: 'bad', icon: 'lock' },
  disabled: { kind: 'soft', icon: 'pause' },
}

/** Whether somebody can sign in, as a word; never by its colour alone. */
export function StatusTag({ status, locked_until }: { status: Status; locked_until?: string | null }) {
  const words = consoleWords().people
  const { kind, icon } = LOOKS[status]
  return (
    <span
      className={`console-tag console-tag-${kind}`}
      title={status === 'locked' && locked_until ? words.lockedUntil(formatMoment(locked_until)) : undefined}
    >
      {icon && <Icon name={icon} />}
      {words.status[status]}
    </span>
  )
}
