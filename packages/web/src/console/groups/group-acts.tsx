import type { Action } from '@holdfast/api/accounts/organization-may'
import type { GroupId } from '@holdfast/api/ids'
import { removeGroup, renameGroup } from '../../data/console/groups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { NameDialog } from '../parts/name-dialog.tsx'

/** What of a group is needed to do something with it. */
interface OneGroup {
  id: GroupId
  name: string
  may: readonly Action[]
}
export interface Wanted {
  what: 'rename' | 'delete'
  group: OneGroup
}

export function groupMenu(group: OneGroup, onWanted: (wanted: Wanted) => void): (MenuItem | 'line')[] {
  const words = consoleWords().groups
  if (!group.may.includes('people.change')) return []
  return [
    { id: 'rename', icon: 'edit', label: words.rename, run: () => onWanted({ what: 'rename', group }) },
    'line',
    {
      id: 'delete',
      icon: 'trash',
      bad: true,
      label: words.delete,
      run: () => onWanted({ what: 'delete', group }),
    },
  ]
}

interface GroupDialogsProps {
  wanted: Wanted
  onClose: () => void
  onDeleted?: () => void
}

export function GroupDialogs({ wanted: { what, group }, onClose, onDeleted }: GroupDialogsProps) {
  const words = consoleWords().groups
  const name = shownName(group.name)
  return what === 'rename' ? (
    <NameDialog
      title={words.renameTitle}
      label={words.name}
      button={words.renameButton}
      name={group.name}
      taken={words.taken}
      act={(next) => renameGroup(group.id, next)}
      done={(next) => words.renamed(shownName(next))}
      onClose={onClose}
    />
  ) : (
    <AskDialog
      title={words.deleteTitle(name)}
      why={words.deleteWhy}
      button={words.deleteButton}
      bad
      act={async () => {
        await removeGroup(group.id)
        onDeleted?.()
      }}
      done={words.deleted(name)}
      onClose={onClose}
    />
  )
}
