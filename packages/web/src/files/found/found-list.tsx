import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Found } from '../../data/files/search.ts'
import { FoundRow, takeOpened } from './found-row.tsx'
import './found.css'

interface FoundListProps {
  items: readonly Found[]
  label: string
}

/** Items of many places: each says where it is, leads to itself and to its folder. */
export function FoundList({ items, label }: FoundListProps) {
  const list = useRef<HTMLUListElement>(null)
  // Anyone who comes back from what was opened here goes on there.
  useEffect(() => takeOpened((id) => list.current?.querySelector<HTMLElement>(`#found-${id} a`)), [])
  const move = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.found-link') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (at === -1 || to === undefined) return
    event.preventDefault()
    rows[Math.min(Math.max(0, to), rows.length - 1)]?.focus()
  }
  return (
    <ul ref={list} className="found" aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <FoundRow key={item.id} item={item} />
      ))}
    </ul>
  )
}
