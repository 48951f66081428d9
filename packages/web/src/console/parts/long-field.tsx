import { useId } from 'react'
import './long-field.css'

interface LongFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  /** What is wrong with what it says so far. */
  fault?: string | undefined
  optional?: boolean
  rows?: number
  maxLength?: number
  /** Not words of a language: a filter, addresses, a certificate. */
  code?: boolean
}

/** Several lines under their name. */
export function LongField(props: LongFieldProps) {
  const { label, value, onChange, hint, fault, optional, rows = 3, maxLength, code } = props
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        required={!optional}
        maxLength={maxLength}
        className={code ? 'long-field long-field-code' : 'long-field'}
        spellCheck={!code}
        {...(code && { autoCapitalize: 'off', autoComplete: 'off' })}
        aria-invalid={fault !== undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      {fault !== undefined && (
        <small id={`${id}-fault`} className="long-field-fault">
          {fault}
        </small>
      )}
    </div>
  )
}
