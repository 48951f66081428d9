import type { OrganizationState } from '@holdfast/api/accounts/organization-may'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Tag, type TagLook } from './tag.tsx'

const LOOKS: Record<OrganizationState, TagLook> = {
  ok: { kind: 'good' },
  trial: { kind: 'warn', icon: 'clock' },
  suspended: { kind: 'soft', icon: 'pause' },
  expired: { kind: 'bad', icon: 'warn' },
  closing: { kind: 'bad', icon: 'trash' },
}

export const StateTag = ({ state }: { state: OrganizationState }) => (
  <Tag {...LOOKS[state]}>{consoleWords().frame.states[state]}</Tag>
)
