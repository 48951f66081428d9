import { type ReactNode, useEffect, useState } from 'react'
import { usePopover } from './use-popover.ts'
import './menu.css'
import './hint-button.css'

interface HintButtonProps {
  label: string
  children: ReactNode
}

/** A few words that say more when they are pressed. */
export function HintButton({ label, children }: HintButtonProps) {
  const [below, setBelow] = useState<HTMLElement>()
  return (
    <>
      <button
        type="button"
        className="hint-button"
        title={label}
        aria-expanded={below !== undefined}
        onClick={({ currentTarget }) => setBelow(below ? undefined : currentTarget)}
      >
        <span>{label}</span>
      </button>
      {below && (
        <Hint below={below} label={label} onClose={() => setBelow(undefined)}>
          {children}
        </Hint>
      )}
    </>
  )
}

interface HintProps extends HintButtonProps {
  below: HTMLElement
  onClose: () => void
}

function Hint({ below, label, onClose, children }: HintProps) {
  const [place] = useState({ below })
  const ref = usePopover(place, onClose)
  useEffect(() => ref.current?.focus(), [ref])
  return (
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="menu hint"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Tab') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
        below.focus()
      }}
    >
      {children}
    </div>
  )
}
