import type { PlannedChange } from '@holdfast/api/accounts/policies'
import { useState } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeLine } from './change-line.tsx'

interface SaveBarProps {
  /** Those that were foreseen have an effect. */
  changes: readonly PlannedChange[]
  /** Whether that is all that is to be saved, and how it is foreseen. */
  isReady: boolean
  isFaulty: boolean
  isSaving: boolean
  problem: string | undefined
  onSave: () => void
  onDiscard: () => void
  onReload: () => void
}

const isWide = (): boolean => matchMedia('(min-width: 48.01rem)').matches

/** What is not saved yet, and what it would do. */
export function SaveBar(props: SaveBarProps) {
  const { changes, isReady, isFaulty, isSaving, problem, onSave, onDiscard, onReload } = props
  const words = consoleWords().policies
  const [isOpen, setOpen] = useState(isWide)
  return (
    <section className="policy-save" aria-label={words.unsaved}>
      {problem && (
        <p className="note note-bad policy-problem" role="alert">
          <span>{problem}</span>
          <Button icon="refresh" onClick={onReload}>
            {words.reload}
          </Button>
        </p>
      )}
      <div className="policy-save-what">
        <strong role="status">{words.changes(changes.length)}</strong>
        <button
          type="button"
          className="policy-save-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.hideDetails : words.showDetails}
        </button>
        {isOpen && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          <ul tabIndex={0} aria-label={words.unsaved}>
            {changes.map((change) => (
              <ChangeLine key={change.field} change={change} />
            ))}
          </ul>
        )}
      </div>
      <div className="policy-save-acts">
        <Button onClick={onDiscard}>{words.discard}</Button>
        <Button kind="primary" busy={isSaving} disabled={!isReady || isFaulty} onClick={onSave}>
          {words.save(changes.length)}
        </Button>
      </div>
    </section>
  )
}
