import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import './filter.css'

interface FiltersProps {
  label: string
  /** On its button, where there is little room. */
  button: string
  children: ReactNode
}

/** What narrows a list down. On a phone it is one button until it is wanted. */
export function Filters({ label, button, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <search className="filters" aria-label={label}>
      <span className="filters-fold">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {button}
        </Button>
      </span>
      <div id={id} className={isOpen ? 'filters-all filters-open' : 'filters-all'}>
        {children}
      </div>
    </search>
  )
}
