import type { OrganizationState } from '@holdfast/api/accounts/organization-may'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

const LOOKS: Record<OrganizationState, { kind: 'good' | 'warn' | 'bad' | 'soft'; icon?: IconName }> = {
  ok: { kind: 'good' },
  trial: { kind: 'warn', icon: 'clock' },
  suspended: { kind: 'soft', icon: 'pause' },
  expired: { kind: 'bad', icon: 'warn' },
  closing: { kind: 'bad', icon: 'trash' },
}

export function StateTag({ state }: { state: OrganizationState }) {
  const { kind, icon } = LOOKS[state]
  return (
    <span className={`console-tag console-tag-${kind}`}>
      {icon && <Icon name={icon} />}
      {consoleWords().frame.states[state]}
    </span>
  )
}
