import type { PolicyChange } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { usePolicyChanges } from '../../data/console/policies.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChangeLine } from './change-line.tsx'

interface HistoryDialogProps {
  organization: OrganizationId
  mayUndo: boolean
  onUndo: (change: PolicyChange) => void
  onClose: () => void
}

/** How the policy came to be as it is, the newest change first. */
export function HistoryDialog({ organization, mayUndo, onUndo, onClose }: HistoryDialogProps) {
  const words = consoleWords().policies
  const list = usePolicyChanges(organization)
  const changes = list.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <Dialog title={words.history} onClose={onClose} wide>
      {list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : changes.length === 0 ? (
        <p className="soft">{words.noHistory}</p>
      ) : (
        <ol className="policy-history">
          {changes.map((change) => (
            <li key={change.activity_id}>
              <div>
                <strong>
                  <bdi>
                    {change.above ? words.byAbove(shownName(change.above.name)) : shownName(change.by ?? '')}
                  </bdi>
                </strong>{' '}
                <span className="soft">{formatMoment(change.at)}</span>
                {change.is_undo && <p className="soft">{words.wasUndo}</p>}
                <ul>
                  {change.changes.map((one) => (
                    <ChangeLine key={one.field} change={one} />
                  ))}
                </ul>
                {change.organizations_below > 0 && (
                  <p className="soft">{words.historyBelow(change.organizations_below)}</p>
                )}
              </div>
              {mayUndo && change.may_undo && (
                <Button
                  icon="undo"
                  aria-label={words.undoOf(formatMoment(change.at))}
                  onClick={() => onUndo(change)}
                >
                  {t.general.undo}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <ListEnd list={list} />
    </Dialog>
  )
}
