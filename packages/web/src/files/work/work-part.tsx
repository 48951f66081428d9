import { useState } from 'react'
import { workWords } from '../../messages/work-words.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { IconButton } from '../../ui/button.tsx'
import { WorkRow } from './work-row.tsx'
import { works } from './works.ts'
import './work.css'

export const useShownWorks = () => useWatched(works).filter(({ isShown }) => isShown)

/** What takes long, each on a line; of several there is one that tells of all. */
export function WorkPart() {
  const shown = useShownWorks()
  const [isOpen, setOpen] = useState(true)
  const words = workWords()
  const active = shown.filter(({ phase }) => phase !== 'over').length
  if (shown.length === 0) return null
  const isSeveral = shown.length > 1
  return (
    <section className="tray-part" aria-label={words.label}>
      {isSeveral && (
        <header className="tray-head">
          <h2 className="tray-title">{active > 0 ? words.active(active) : words.over(shown.length)}</h2>
          <span className="tray-buttons">
            <IconButton
              icon={isOpen ? 'down' : 'up'}
              label={isOpen ? words.fold : words.unfold}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          </span>
        </header>
      )}
      {(isOpen || !isSeveral) && (
        <ul className="work-list">
          {shown.map((work) => (
            <WorkRow key={work.id} work={work} />
          ))}
        </ul>
      )}
    </section>
  )
}
