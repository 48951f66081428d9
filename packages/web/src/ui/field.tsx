import type { InputHTMLAttributes } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className' | 'style'> {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A line that must be filled in, under its name. */
export const Field = ({ label, value, onChange, ...rest }: FieldProps) => (
  <label className="field">
    <span>{label}</span>
    <input {...rest} required value={value} onChange={(event) => onChange(event.target.value)} />
  </label>
)
