import type { PolicyField, PolicyValue } from '@holdfast/api/accounts/policies'
import { useState } from 'react'
import { controlOf, type SizeUnit } from '../../core/console/policy-fields.ts'
import { textOf, valueIn } from '../../core/console/policy-values.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { faultWords, valueWords } from './policy-words.ts'

interface PolicyInputProps {
  field: PolicyField
  value: PolicyValue
  /** By which its label knows it. */
  id: string
  /** The ids of its label, and of what says more. */
  labelledBy: string
  describedBy: string
  /** None where it cannot be changed. */
  onChange: ((value: PolicyValue) => void) | undefined
  onFault: (isFaulty: boolean) => void
}

/** The control of a field, or its value where there is nothing to choose. */
export function PolicyInput(props: PolicyInputProps) {
  const { field, value, id, labelledBy, describedBy, onChange } = props
  const words = consoleWords().policies
  const control = controlOf(field)
  if (control.kind === 'switch')
    return (
      <Switch
        id={id}
        on={value === true}
        labelledBy={labelledBy}
        describedBy={describedBy}
        words={words}
        onChange={onChange}
      />
    )
  if (!onChange) return <span className="policy-fact">{valueWords(field, value)}</span>
  if (control.kind === 'choice')
    return (
      <select
        id={id}
        className="policy-choice"
        aria-describedby={describedBy}
        value={String(value)}
        onChange={({ target }) => onChange(target.value)}
      >
        {control.options.map((one) => (
          <option key={one} value={one}>
            {valueWords(field, one)}
          </option>
        ))}
      </select>
    )
  return <TypedInput {...props} onChange={onChange} />
}

/** What is typed is a value as soon as it can be one. */
function TypedInput({
  field,
  value,
  id,
  describedBy,
  onChange,
  onFault,
}: PolicyInputProps & { onChange: (value: PolicyValue) => void }) {
  const words = consoleWords().policies
  const control = controlOf(field)
  const [typed, setTyped] = useState(() => textOf(control, value))
  const read = valueIn(control, typed.text, typed.unit)
  const type = (next: { text: string; unit?: SizeUnit }) => {
    setTyped(next)
    const now = valueIn(control, next.text, next.unit)
    onFault('fault' in now)
    if ('value' in now) onChange(now.value)
  }
  const faultId = `${id}-fault`
  const fault = 'fault' in read ? faultWords(control, read.fault) : undefined
  const common = {
    id,
    'aria-describedby': fault ? `${faultId} ${describedBy}` : describedBy,
    'aria-invalid': fault ? (true as const) : undefined,
    value: typed.text,
    onChange: ({ target }: { target: { value: string } }) => type({ ...typed, text: target.value }),
  }
  return (
    <>
      {control.kind === 'endings' ? (
        <textarea className="policy-endings" rows={3} spellCheck={false} {...common} />
      ) : (
        <span className="policy-unit">
          <input
            type={control.kind === 'day' ? 'date' : 'text'}
            inputMode={control.kind === 'number' ? 'numeric' : 'decimal'}
            autoComplete="off"
            {...(control.kind === 'currency' && { inputMode: 'text', maxLength: 3 })}
            {...(control.kind === 'number' && control.unset && { placeholder: String(control.unset) })}
            {...common}
          />
          {control.kind === 'number' && control.unit && <span>{words.unit[control.unit]}</span>}
          {control.kind === 'size' && (
            <Select
              label={words.sizeUnit}
              isLabelUnseen
              value={typed.unit ?? control.units[0]?.[0] ?? 'MB'}
              options={control.units.map(([unit]) => unit)}
              words={(unit) => unit}
              onChange={(unit) => type({ ...typed, unit })}
            />
          )}
        </span>
      )}
      {fault && (
        <small id={faultId} className="policy-fault" role="alert">
          {fault}
        </small>
      )}
    </>
  )
}
