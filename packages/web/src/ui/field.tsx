import { type InputHTMLAttributes, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className' | 'style'> {
  label: string
  value: string
  /** None where it is only read. */
  onChange?: (value: string) => void
  /** It may stay empty. */
  optional?: boolean
  /** Under the line, and read to those who cannot see it. */
  hint?: string | undefined
}

/** A line that must be filled in, under its name. */
export function Field({ label, value, onChange, optional, hint, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        required={!optional}
        value={value}
        readOnly={rest.readOnly || !onChange}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

type Plain = Pick<FieldProps, 'label' | 'value' | 'onChange' | 'hint' | 'optional'>

/** Password managers know by its kind whether to fill it in or to propose one. */
export const PasswordField = ({ kind, ...field }: Plain & { kind: 'current' | 'new' }) => (
  <Field {...field} type="password" autoComplete={`${kind}-password`} />
)

/** For a code that was sent, or that an authenticator shows. */
export const CodeField = (field: Plain) => (
  <Field {...field} inputMode="numeric" autoComplete="one-time-code" />
)

interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly (readonly [value: T, words: string])[]
  onChange: (value: T) => void
  hint?: string
  /** The focus begins here, whatever comes after it. */
  isFirst?: boolean
}

export function SelectField<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, hint, isFirst } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        data-first={isFirst}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { id: T; words: string; hint?: string }[]
  onChange: (value: T) => void
}

/** One of a few, all of which can be seen. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div className="choice-options">
        {options.map(({ id, words, hint }) => (
          <Option
            key={id}
            words={words}
            hint={hint}
            type="radio"
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CheckProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export const CheckField = ({ label, hint, checked, onChange }: CheckProps) => (
  <Option
    words={label}
    hint={hint}
    type="checkbox"
    checked={checked}
    onChange={(event) => onChange(event.target.checked)}
  />
)

interface OptionProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'name' | 'checked' | 'onChange'> {
  words: string
  hint: string | undefined
}

const Option = ({ words, hint, ...input }: OptionProps) => (
  <label className="option">
    <input {...input} />
    <span>
      {words}
      {hint !== undefined && <small>{hint}</small>}
    </span>
  </label>
)
