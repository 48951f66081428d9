import './filter.css'

interface FilterProps<Id extends number> {
  label: string
  value: Id | undefined
  /** What it is called that none is chosen. */
  all: string
  options: readonly { id: Id; name: string }[]
  onChange: (value: Id | undefined) => void
}

/** One of several, or all of them. */
export const Filter = <Id extends number>({ label, value, all, options, onChange }: FilterProps<Id>) => (
  <label className="filter">
    <span>{label}</span>
    <select
      value={value ?? ''}
      onChange={({ target }) => onChange(options.find(({ id }) => String(id) === target.value)?.id)}
    >
      <option value="">{all}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
