import { useState } from 'react'
import { canBeUndone, type Group, type Happened } from '../../core/history/groups.ts'
import type { Rights } from '../../data/files/rights.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { formatExactTime, formatMoment, shownName } from '../../messages/format.ts'
import { doerOf, sentenceOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'

const FEW = 4

interface UndoGroupProps {
  group: Group
  place: string
  rights: Rights
  /** Undefined where that would mean more than is seen. */
  onUndoAll: (() => void) | undefined
  onUndo: (operation: Happened) => void
  onLook: (operation: Happened) => void
  onCompare: (operation: Happened) => void
}

/** What one did in one go: each line can be looked at, compared and undone. */
export function UndoGroup({ group, place, rights, onUndoAll, onUndo, onLook, onCompare }: UndoGroupProps) {
  const [isOpen, setOpen] = useState(false)
  const { operations } = group
  const [newest, oldest] = [operations[0], operations.at(-1)]
  if (!newest || !oldest) return null
  const who = doerOf(newest, t.details, ownPersonId()) ?? t.undo.nobody
  const mayUndo = ({ changes }: Happened) =>
    rights.rules?.may_roll_back === true ||
    (changes === 1 && ['FILE_WRITE', 'FILE_DELETE'].every((one) => rights.permissions.some((p) => p === one)))
  const shown = isOpen ? operations : operations.slice(0, FEW)
  return (
    <li className="undo-group">
      <header>
        <h2>
          <bdi>{shownName(t.undo.group(who, place))}</bdi>
        </h2>
        <span className="soft">
          {t.undo.stretch(formatMoment(oldest.at), formatMoment(newest.at))} ·{' '}
          {t.undo.counted(group.changes, group.deleted)}
        </span>
        {onUndoAll && operations.length > 1 && rights.rules?.may_roll_back && (
          <Button icon="undo" onClick={onUndoAll}>
            {t.undo.undoAll}
          </Button>
        )}
      </header>
      <ol>
        {shown.map((operation) => {
          const words = shownName(sentenceOf(operation, t.details, ownPersonId()))
          return (
            <li key={operation.seq} className="undo-line">
              <span className="undo-words">
                <bdi>{words}</bdi>
                <small className="soft">
                  <time title={formatExactTime(operation.at)}>{formatMoment(operation.at)}</time>
                  {operation.path !== null && (
                    <>
                      {' · '}
                      <bdi>{shownName(operation.path)}</bdi>
                    </>
                  )}
                </small>
              </span>
              <span className="undo-buttons">
                <Button
                  icon="clock"
                  aria-label={`${t.undo.look}: ${words}`}
                  onClick={() => onLook(operation)}
                >
                  {t.undo.look}
                </Button>
                <Button
                  icon="details"
                  aria-label={`${t.undo.compare}: ${words}`}
                  onClick={() => onCompare(operation)}
                >
                  {t.undo.compare}
                </Button>
                {canBeUndone(operation) && mayUndo(operation) && (
                  <Button
                    icon="undo"
                    aria-label={`${t.undo.undoThis}: ${words}`}
                    onClick={() => onUndo(operation)}
                  >
                    {t.undo.undoThis}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {operations.length > shown.length && (
        <Button onClick={() => setOpen(true)}>{t.undo.more(operations.length - shown.length)}</Button>
      )}
    </li>
  )
}
