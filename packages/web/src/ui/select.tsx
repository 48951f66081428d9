import { useId } from 'react'
import './select.css'

interface SelectProps<T extends string> {
  label: string
  /** Said only: what stands around it shows what it is about. */
  isLabelUnseen?: boolean
  value: T
  options: readonly T[]
  words: (option: T) => string
  onChange: (value: T) => void
}

/** One of a few. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, isLabelUnseen = false, value, options, words, onChange } = props
  const id = useId()
  return (
    <span className="select">
      <label htmlFor={id} className={isLabelUnseen ? 'unseen' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as T)}>
        {options.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </span>
  )
}
