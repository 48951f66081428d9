import type {
  ExplainedField,
  PlannedChange,
  PolicyField,
  PolicyValue,
  UndonePolicy,
} from '@holdfast/api/accounts/policies'
import type { Explained, PolicyDraft } from '../../core/console/policy-draft.ts'
import {
  controlOf,
  fieldsOf,
  type PolicyControl,
  type PolicySetting,
} from '../../core/console/policy-fields.ts'
import { endingsOf, textOf } from '../../core/console/policy-values.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, formatSize, shownName } from '../../messages/format.ts'

const MIB = 1024 ** 2

/** A value as one says it. */
export function valueWords(field: PolicyField, value: PolicyValue): string {
  const words = consoleWords().policies
  const control = controlOf(field)
  if (control.kind === 'switch') return value ? words.on : words.off
  if (value === null)
    return control.kind === 'number' && control.unset ? words.days(control.unset) : words.none
  switch (control.kind) {
    case 'choice':
      return words.brake[value as keyof typeof words.brake]
    case 'endings':
      return words.endings(endingsOf(value))
    case 'day':
      return formatDay(String(value))
    case 'size':
      return formatSize(Number(value) * (field === 'max_file_size' ? MIB : 1))
    case 'number':
      if (control.unit === 'days') return words.days(Number(value))
      return control.unit ? words.perMinute(Number(value)) : String(value)
    default:
      return textOf(control, value).text
  }
}

/** Where the value of a setting comes from, and what keeps one from changing it. */
export function originWords(setting: PolicySetting, explained: Explained, draft: PolicyDraft): string {
  const words = consoleWords().policies
  const changed = fieldsOf(setting).find((field) => field in draft)
  if (changed) {
    const { value, why } = explained[changed]
    const old = valueWords(changed, value)
    return why === 'default' ? words.changedFromDefault(old) : words.changed(old)
  }
  const { why, by } = explained[setting.field]
  const name = by ? shownName(by.name) : ''
  switch (why) {
    case 'required':
      return words.required(name)
    case 'not_granted':
      return words.notGranted(name)
    case 'above':
      return by ? words.setBy(name) : words.setBySystem
    default: {
      const isDefault = fieldsOf(setting).every((field) => explained[field].why === 'default')
      return isDefault ? words.byDefault : words.setHere
    }
  }
}

export const isHeld = ({ why }: ExplainedField): boolean => why !== 'default' && why !== 'here'

/** What a change does at once, here and below: a sentence for each. */
export function effectWords({ effect, to, organizations_below: below }: PlannedChange): string[] {
  const words = consoleWords().policies
  const said: string[] = []
  if (effect && effect.count > 0) {
    const sentence =
      effect.kind === 'bytes_over'
        ? words.bytesOver(formatSize(effect.count))
        : words.effects[effect.kind](effect.count)
    said.push(effect.at_least ? words.atLeast(sentence) : sentence)
  }
  if (below > 0) said.push(to === false ? words.alsoOff(below) : words.alsoOn(below))
  return said
}

export function undoneWords({ activity_id, kept, kept_below }: UndonePolicy): string {
  const words = consoleWords().policies
  if (activity_id === null) return words.notUndone
  return kept.length > 0 || kept_below > 0 ? words.undoneInPart : words.undone
}

/** Why what was typed cannot be a value. */
export function faultWords(
  control: PolicyControl,
  fault: keyof ReturnType<typeof consoleWords>['policies']['faults'],
) {
  const { faults } = consoleWords().policies
  if (fault === 'number' && (control.kind === 'size' || control.kind === 'money')) return faults.amount
  const said = fault === 'range' ? undefined : faults[fault]
  if (typeof said === 'string') return said
  const min = control.kind === 'number' ? control.min : 0
  return control.kind === 'number' && control.max ? faults.range(min, control.max) : faults.rangeFrom(min)
}
