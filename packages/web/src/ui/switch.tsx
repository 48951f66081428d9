import './switch.css'

interface SwitchProps {
  id: string
  on: boolean
  /** What it is about stands beside it: the ids of what says so, and of what says more. */
  labelledBy: string
  describedBy: string
  words: { on: string; off: string }
  /** None where it cannot be turned: it is reached all the same, and why is read. */
  onChange?: ((on: boolean) => void) | undefined
}

/** On or off, at once or when all is saved. */
export const Switch = ({ id, on, labelledBy, describedBy, words, onChange }: SwitchProps) => (
  <button
    type="button"
    id={id}
    role="switch"
    className="switch"
    aria-checked={on}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    aria-disabled={onChange ? undefined : true}
    onClick={() => onChange?.(!on)}
  >
    <span className="switch-track" aria-hidden="true" />
    <span aria-hidden="true">{on ? words.on : words.off}</span>
  </button>
)
