import { useState } from 'react'
import type { Action } from '../../core/history/actions.ts'
import { canBeUndone, type Happened } from '../../core/history/groups.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { formatExactTime, formatMoment, shownName } from '../../messages/format.ts'
import { doerOf, sentenceOf } from '../../messages/sentences.ts'
import { undoWords } from '../../messages/undo-words.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'

interface ActionLineProps {
  action: Action
  place: string
  /** The root’s owner lets people undo more than one item, and someone may change what is in it. */
  rights: { mayChange: boolean; mayRollBack: boolean | undefined }
  /** Undefined where that would mean more than this. */
  onUndo: ((action: Action) => void) | undefined
  onUndoEach: (action: Action) => void
  onLook: (operation: Happened) => void
  onCompare: (action: Action) => void
}

/** One thing that someone did, in words: it can be looked at, compared and undone. */
export function ActionLine(props: ActionLineProps) {
  const { action, place, rights, onUndo, onUndoEach, onLook, onCompare } = props
  const [isOpen, setOpen] = useState(false)
  const { operations, items } = action
  const [newest] = operations
  const oldest = operations.at(-1) ?? newest
  const words = shownName(wordsOf(action, place))
  const isSingle = operations.length === 1 && newest.changes === 1
  const isPossible = canBeUndone(newest)
  const mayUndo = isPossible && (rights.mayRollBack || (isSingle && rights.mayChange))
  const times = [...new Set([formatMoment(oldest.at), formatMoment(newest.at)])]
  return (
    <li className="undo-line">
      <span className="undo-words">
        <bdi>{words}</bdi>
        <small className="soft">
          <time title={formatExactTime(newest.at)}>{times.join(' – ')}</time>
          {items === 1 && newest.path !== null && (
            <>
              {' · '}
              <bdi>{shownName(newest.path)}</bdi>
            </>
          )}
        </small>
      </span>
      <span className="undo-buttons">
        <Button
          icon="clock"
          title={t.undo.look}
          aria-label={`${t.undo.look}: ${words}`}
          onClick={() => onLook(newest)}
        >
          {t.undo.look}
        </Button>
        <Button
          icon="details"
          title={t.undo.compare}
          aria-label={`${t.undo.compare}: ${words}`}
          onClick={() => onCompare(action)}
        >
          {t.undo.compare}
        </Button>
        {mayUndo && onUndo && (
          <Button icon="undo" aria-label={`${t.undo.undoThis}: ${words}`} onClick={() => onUndo(action)}>
            {t.undo.undoThis}
          </Button>
        )}
      </span>
      {operations.length > 1 && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? undoWords().hideEach : undoWords().each(operations.length)}
        </Button>
      )}
      {isOpen && (
        <ol className="undo-each">
          {operations.map((operation) => (
            <ActionLine
              key={operation.seq}
              {...props}
              action={{ ...action, operations: [operation], items: operation.changes }}
              onUndo={onUndoEach}
            />
          ))}
        </ol>
      )}
    </li>
  )
}

/** “Ann on her laptop deleted 1,240 items in “Clients””. One item has a name. */
function wordsOf({ operations: [newest], items, folder }: Action, place: string): string {
  if (items === 1) return sentenceOf({ ...newest, changes: 1 }, t.details, ownPersonId())
  const by = doerOf(newest, t.details, ownPersonId())
  return undoWords().many[newest.op](by, items, folder === '' ? place : folder)
}
