import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { BACKUP_ACTIONS, type BackupAction } from '@holdfast/api/oversight/device-bulk'
import { plan } from '../../data/console/bulk.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { BarAction } from '../parts/bulk-bar.tsx'
import { BulkDialog } from '../parts/bulk-dialog.tsx'
import type { Chosen } from '../parts/list-screen.tsx'
import { type Deed, runBulk } from '../parts/run-bulk.ts'

export interface BackupsWish extends Chosen {
  action: BackupAction
}

const ICONS: Record<BackupAction, IconName> = { run: 'refresh', pause: 'pause', resume: 'play' }
const OPPOSITES: Partial<Record<BackupAction, BackupAction>> = { pause: 'resume', resume: 'pause' }

/** What can be done with several backups; which of them it is not for, the plan says. */
export function backupsActions(onWish: (action: BackupAction) => void): readonly BarAction[] {
  const { acts } = consoleWords().backups
  return BACKUP_ACTIONS.map((action) => ({
    id: action,
    icon: ICONS[action],
    label: acts[action].label,
    run: () => onWish(action),
  }))
}

/** The question that belongs to what somebody wants to do with some backups. */
export function BackupsBulk({
  place,
  wish: { action, selection, state, onDone },
  onClose,
}: {
  place: OrganizationMay
  wish: BackupsWish
  onClose: () => void
}) {
  const { acts } = consoleWords().backups
  const where = { kind: 'backups' as const, organization: place.id, below: state.below }
  const deed = (done: BackupAction, ids: readonly number[]): Deed => {
    const opposite = OPPOSITES[done]
    return {
      where,
      act: { action: done, values: {} },
      ids,
      words: acts[done],
      ...(opposite && {
        undo: (those) => [
          deed(
            opposite,
            those.map(({ id }) => id),
          ),
        ],
      }),
    }
  }
  return (
    <BulkDialog
      words={acts[action]}
      plan={() => plan(where, { action, values: {} }, selection, state)}
      run={(ids) => {
        onDone()
        void runBulk(deed(action, ids))
      }}
      onClose={onClose}
    />
  )
}
