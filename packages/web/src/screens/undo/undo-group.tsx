import { useState } from 'react'
import { type Action, actionsOf } from '../../core/history/actions.ts'
import type { Group, Happened } from '../../core/history/groups.ts'
import { mayChangeBy, type Rights } from '../../data/files/rights.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { doerOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { ActionLine } from './action-line.tsx'

const FEW = 4

interface UndoGroupProps {
  group: Group
  place: string
  rights: Rights
  /** Undefined where that would mean more than is seen. */
  onUndoAll: (() => void) | undefined
  /** The way to undo these, where it would mean nothing else. */
  undoOf: (action: Action) => (() => void) | undefined
  onLook: (operation: Happened) => void
  onCompare: (action: Action) => void
}

/** What one did in one go, action by action. */
export function UndoGroup({ group, place, rights, onUndoAll, undoOf, onLook, onCompare }: UndoGroupProps) {
  const [isOpen, setOpen] = useState(false)
  const { operations } = group
  const [newest, oldest] = [operations[0], operations.at(-1)]
  if (!newest || !oldest) return null
  const who = doerOf(newest, t.details, ownPersonId()) ?? t.undo.nobody
  const actions = actionsOf(operations)
  const shown = isOpen ? actions : actions.slice(0, FEW)
  const mayRollBack = rights.rules?.may_roll_back
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
        {onUndoAll && actions.length > 1 && mayRollBack && (
          <Button icon="undo" onClick={onUndoAll}>
            {t.undo.undoAll}
          </Button>
        )}
      </header>
      <ol>
        {shown.map((action) => (
          <ActionLine
            key={action.operations[0].seq}
            action={action}
            place={place}
            rights={{ mayChange: mayChangeBy(rights), mayRollBack }}
            onUndo={undoOf(action)}
            onUndoEach={(one) => undoOf(one)?.()}
            onLook={onLook}
            onCompare={onCompare}
          />
        ))}
      </ol>
      {actions.length > shown.length && (
        <Button onClick={() => setOpen(true)}>{t.undo.more(actions.length - shown.length)}</Button>
      )}
    </li>
  )
}
