import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from './dialog.tsx'
import type { Goal } from './goal.ts'
import { Options, optionId } from './options.tsx'

interface GoalPanelProps {
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  goals: readonly Goal[]
  /** Said where there is no goal; undefined while some are still looked for. */
  nothing: string | undefined
  onClose: () => void
}

/** A field that leads where its text says: Enter goes to the chosen goal, with Ctrl in a new tab. */
export function GoalPanel({ label, hint, text, onText, goals, nothing, onClose }: GoalPanelProps) {
  const [, navigate] = useLocation()
  const [at, setAt] = useState(0)
  const [isAwaited, setAwaited] = useState(false)
  const id = useId()
  const chosen = Math.min(at, goals.length - 1)
  const go = (goal: Goal | undefined, inNewTab = false) => {
    if (!goal) return
    onClose()
    if (typeof goal.to !== 'string') goal.to()
    else if (inNewTab) window.open(goal.to, '_blank', 'noopener')
    else navigate(goal.to)
  }
  // Who types and presses Enter need not wait for what is found.
  useEffect(() => {
    if (isAwaited) go(goals[0])
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, goals.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, chosen - 1))
    else if (event.key === 'Enter') {
      setAwaited(goals.length === 0 && nothing === undefined)
      go(goals[chosen], event.ctrlKey || event.metaKey)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog title={label} onClose={onClose} wide>
      <input
        className="go-to-field"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={goals[chosen] && optionId(id, chosen)}
        aria-label={label}
        placeholder={hint}
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setAt(0)
          setAwaited(false)
        }}
        onKeyDown={press}
      />
      <Options id={id} label={label} options={goals} chosen={chosen} onChoose={go} />
      {goals.length === 0 && nothing !== undefined && <p className="soft">{nothing}</p>}
    </Dialog>
  )
}
