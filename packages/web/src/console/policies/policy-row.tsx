import type { PolicyField, PolicyValue } from '@holdfast/api/accounts/policies'
import { useId } from 'react'
import type { Explained, PolicyDraft } from '../../core/console/policy-draft.ts'
import { fieldsOf, type PolicySetting } from '../../core/console/policy-fields.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../parts/tag.tsx'
import { PolicyInput } from './policy-input.tsx'
import { isHeld, originWords } from './policy-words.ts'

interface PolicyRowProps {
  setting: PolicySetting
  explained: Explained
  draft: PolicyDraft
  /** Whether anything can be changed here. */
  mayChange: boolean
  onChange: (field: PolicyField, value: PolicyValue) => void
  onFault: (field: PolicyField, isFaulty: boolean) => void
}

/** A setting: what it does, where its value comes from, and the control. */
export function PolicyRow({ setting, explained, draft, mayChange, onChange, onFault }: PolicyRowProps) {
  const words = consoleWords()
  const id = useId()
  const { field, with: more, danger } = setting
  const { label, help } = words.policyFields[field]
  const shownValue = (one: PolicyField): PolicyValue =>
    (one in draft ? draft[one] : explained[one].value) ?? null
  const isChanged = fieldsOf(setting).some((one) => one in draft)
  const isOpen = mayChange && explained[field].may_change
  const input = (one: PolicyField, labelId: string, describedBy: string) => (
    <PolicyInput
      field={one}
      value={shownValue(one)}
      id={`${labelId}-field`}
      labelledBy={labelId}
      describedBy={describedBy}
      onChange={isOpen ? (value) => onChange(one, value) : undefined}
      onFault={(isFaulty) => onFault(one, isFaulty)}
    />
  )
  const isShown = more && shownValue(field) !== false
  return (
    <li className={isChanged ? 'policy policy-changed' : 'policy'}>
      <div className="policy-what">
        {isOpen ? (
          <label id={id} htmlFor={`${id}-field`}>
            {label}
          </label>
        ) : (
          <strong id={id}>{label}</strong>
        )}
        {isChanged && danger && <Tag kind="warn">{words.policies[danger]}</Tag>}
        <p id={`${id}-help`}>{help}</p>
        <p id={`${id}-origin`} className={isChanged ? 'policy-origin policy-new' : 'policy-origin'}>
          {isHeld(explained[field]) && <Icon name="lock" />}
          {originWords(setting, explained, draft)}
        </p>
      </div>
      <div className="policy-control">
        {input(field, id, `${id}-help ${id}-origin`)}
        {isShown && (
          <>
            {isOpen && (
              <label id={`${id}-more`} htmlFor={`${id}-more-field`} className="unseen">
                {words.policyFields[more.field].label}
              </label>
            )}
            <span id={`${id}-more-help`} className="unseen">
              {words.policyFields[more.field].help}
            </span>
            {input(more.field, `${id}-more`, `${id}-more-help`)}
          </>
        )}
      </div>
    </li>
  )
}
