import { shownName } from '../messages/format.ts'
import { Icon, type IconName } from './icon.tsx'
import './options.css'

export interface Option {
  id: string
  icon: IconName
  words: string
  /** What tells it from others of that name. */
  where?: string
}

interface OptionsProps<T extends Option> {
  id: string
  label: string
  options: readonly T[]
  /** The one that Enter takes; -1: none. */
  chosen: number
  onChoose: (option: T) => void
}

/** The id of the option with this number, by which the field tells where one is. */
export const optionId = (id: string, n: number): string => `${id}-${n}`

/** What a field offers as one types into it; the field keeps the focus. */
export const Options = <T extends Option>({ id, label, options, chosen, onChoose }: OptionsProps<T>) => (
  <div id={id} role="listbox" aria-label={label} className="options" tabIndex={-1}>
    {options.map((option, n) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field above
      <div
        key={option.id}
        id={optionId(id, n)}
        role="option"
        tabIndex={-1}
        aria-selected={n === chosen}
        className={n === chosen ? 'options-one options-here' : 'options-one'}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(option)}
      >
        <Icon name={option.icon} />
        <span>
          <bdi>{shownName(option.words)}</bdi>
          {option.where && (
            <small>
              <bdi>{shownName(option.where)}</bdi>
            </small>
          )}
        </span>
      </div>
    ))}
  </div>
)
