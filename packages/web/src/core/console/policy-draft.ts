import type { ExplainedField, PlannedChange, PolicyField, PolicyValue } from '@holdfast/api/accounts/policies'
import { fieldsOf, POLICY_SETTINGS, type PolicySection, type PolicySetting } from './policy-fields.ts'

/** What is to be changed and is not saved yet. */
export type PolicyDraft = Partial<Record<PolicyField, PolicyValue>>
export type Explained = Readonly<Record<PolicyField, ExplainedField>>

export const byField = (fields: readonly ExplainedField[]): Explained =>
  Object.fromEntries(fields.map((one) => [one.field, one])) as Explained

/** With another value; one that is there already is no change. */
export function drafted(draft: PolicyDraft, now: ExplainedField, value: PolicyValue): PolicyDraft {
  const { [now.field]: _, ...rest } = draft
  return value === now.value ? rest : { ...rest, [now.field]: value }
}

/** What of a draft is still a change, after others may have changed the policy, too. */
export const stillDrafted = (draft: PolicyDraft, explained: Explained): PolicyDraft =>
  Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => {
      const now = explained[field as PolicyField]
      return now.may_change && now.value !== value
    }),
  )

/** What another policy has otherwise. Limits and prices are agreed with each organization, and stay. */
const differing = (from: Explained, explained: Explained): PolicyField[] =>
  POLICY_SETTINGS.filter(({ section }) => section !== 'limits' && section !== 'billing')
    .flatMap(fieldsOf)
    .filter((field) => explained[field].value !== from[field].value)

/** Of that, what can be changed to be the same. */
export const copied = (from: Explained, explained: Explained): PolicyDraft =>
  Object.fromEntries(
    differing(from, explained)
      .filter((field) => explained[field].may_change)
      .map((field) => [field, from[field].value]),
  )

/** And what those above do not let it have. */
export const withheld = (from: Explained, explained: Explained): PolicyField[] =>
  differing(from, explained).filter((field) => !explained[field].may_change)

/** Settings in which all these words are, in what they say or in the name of their section. */
export function settingsWith(
  q: string,
  wordsOf: (setting: PolicySetting) => string,
): readonly (readonly [PolicySection, readonly PolicySetting[]])[] {
  const wanted = folded(q).split(/\s+/).filter(Boolean)
  const found = POLICY_SETTINGS.filter((setting) => {
    const said = folded(wordsOf(setting))
    return wanted.every((word) => said.includes(word))
  })
  return [...Map.groupBy(found, ({ section }) => section)]
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Foreseen = Pick<PlannedChange, 'effect'>

export const deletesData = ({ effect }: Foreseen): boolean =>
  effect?.kind === 'deleted_items' || effect?.kind === 'earlier_versions'

/** What deletes data, or keeps people from working, is asked about once more. */
export const isGrave = (change: Foreseen): boolean => {
  const { kind, count = 0 } = change.effect ?? {}
  return deletesData(change) || ((kind === 'directory_accounts' || kind === 'bytes_over') && count > 0)
}
