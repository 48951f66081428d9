import type { RootId } from '@holdfast/api/ids'
import { type Action, actionsOf } from '../../core/history/actions.ts'
import { canBeUndone, type Group } from '../../core/history/groups.ts'
import { mayChangeBy, type Rights } from '../../data/files/rights.ts'
import { isAdministrator } from '../../data/service/session.ts'
import { fewNames } from '../../files/sharing/whom-to-ask.tsx'
import { undoWords } from '../../messages/undo-words.ts'

interface SinglesNoteProps {
  groups: readonly Group[]
  rightsIn: (root: RootId) => Rights
  nameOf: (root: RootId) => string
}

const isOfSeveral = ({ operations: [first, ...more] }: Action): boolean =>
  canBeUndone(first) && (more.length > 0 || first.changes > 1)

/** Where a policy lets people undo one item at a time only: once for all that is shown, which just has no button. */
export function SinglesNote({ groups, rightsIn, nameOf }: SinglesNoteProps) {
  const limited = groups
    .filter(({ operations }) => actionsOf(operations).some(isOfSeveral))
    .map(({ root }) => root)
    .filter((root) => rightsIn(root).rules?.may_roll_back === false && mayChangeBy(rightsIn(root)))
  if (limited.length === 0) return null
  // The setting’s name is of use only to those who can look for it.
  const words = isAdministrator() ? undoWords().singlesOnlySetting : undoWords().singlesOnly
  return (
    <p className="soft">
      <bdi>{words(fewNames([...new Set(limited)].map(nameOf)))}</bdi>
    </p>
  )
}
