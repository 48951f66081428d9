import { kindOf } from '@holdfast/api/files/file-kinds'
import { unlockFile, unlockFolder, unlockRoot } from '@holdfast/api/files/file-locks'
import type { ChildItem, Item, LockView, Permission } from '@holdfast/api/files/files'
import { type LoggedOperation, listHistory } from '@holdfast/api/files/history'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../data/service/api.ts'
import { problemOf } from '../../data/service/errors.ts'
import { nameOfRoot, ownPersonId } from '../../data/service/session.ts'
import { formatExactTime, formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { doerOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Fact, Time } from '../../ui/facts.tsx'

interface FactsProps {
  root: RootId
  item: Item | ChildItem
  permissions: readonly Permission[]
  onChanged: () => void
}

/** What it is, where it is, who changed it when, and whether someone keeps others from it. */
export function Facts({ root, item, permissions, onChanged }: FactsProps) {
  const last = useOperation(root, item, 'desc')
  const first = useOperation(root, item, 'asc')
  // What was changed here just as it was saved is one fact.
  const isSame =
    last !== undefined && item.type === 'file' && formatMoment(last.at) === formatMoment(item.modified)
  const folder = item.path.slice(0, item.path.lastIndexOf('/'))
  const copyPath = () =>
    navigator.clipboard.writeText(item.path).then(
      () => toast(t.done.pathCopied),
      (error: unknown) => toast(problemOf(error).words, { bad: true }),
    )
  return (
    <>
      <dl className="details-facts">
        <Fact label={t.details.kind}>
          {t.viewer.kinds[item.type === 'folder' ? 'folder' : kindOf(item.name)]}
        </Fact>
        {'size' in item && item.size !== undefined && (
          <Fact label={t.details.size}>{formatSize(item.size)}</Fact>
        )}
        {'items' in item && item.items !== undefined && (
          <Fact label={t.details.holds}>{t.general.items(item.items)}</Fact>
        )}
        {item.type === 'file' && !isSame && (
          <Fact label={t.details.modified}>
            <Time at={item.modified} />
          </Fact>
        )}
        <Fact label={t.details.where}>
          <span className="details-path">
            <bdi>{shownName(folder === '' ? nameOfRoot(root) : folder)}</bdi>
            <IconButton icon="copy" label={t.files.copyPath} onClick={() => void copyPath()} />
          </span>
        </Fact>
        {last && (
          <Fact label={isSame ? t.details.modified : t.details.changed}>
            <Operation {...last} />
          </Fact>
        )}
        {item.type === 'file' && first && (
          <Fact label={t.details.first}>
            <Operation {...first} />
          </Fact>
        )}
      </dl>
      {item.is_locked && <Locks {...{ root, item, permissions, onChanged }} />}
    </>
  )
}

/** The newest or the oldest of what happened to it. */
function useOperation(root: RootId, item: Item, order: 'asc' | 'desc'): LoggedOperation | undefined {
  const which = item.type === 'file' ? { file_id: item.id } : { folder_id: item.id }
  const { data } = useQuery({
    queryKey: ['history', root, item.type, item.id, item.ver, order],
    queryFn: () => call(listHistory, { root_id: root, ...which, include_names: true, order, limit: 1 }),
    // The beginning of a folder may be far back in the log of its root.
    enabled: item.type === 'file' || order === 'desc',
  })
  return data?.results[0]
}

function Operation(operation: LoggedOperation) {
  const by = doerOf(operation, { ...t.details, you: t.details.byYou }, ownPersonId())
  return <span title={formatExactTime(operation.at)}>{t.details.byWhom(formatMoment(operation.at), by)}</span>
}

function Locks({ root, item, permissions, onChanged }: FactsProps) {
  const unlock = async (lock: LockView) => {
    try {
      await unlockOf(root, lock)
      toast(t.details.unlocked(shownName(item.name)))
      onChanged()
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return (
    <section className="details-locks">
      <h3>{t.details.locks}</h3>
      {item.locks?.map((lock) => (
        <div key={`${lock.locked_type} ${lock.locked_id}`} className="details-lock">
          <p>
            {t.details.lockedBy(lock.person_id === ownPersonId() ? t.details.byYou : lock.name)}
            {lock.locked_type === 'root' && ` ${t.details.lockedRoot}`}
            {lock.locked_type === 'folder' && lock.locked_id !== item.id && ` ${t.details.lockedFolder}`}
            <br />
            <span className="soft" title={formatExactTime(lock.created)}>
              {t.details.lockedSince(formatMoment(lock.created))}
            </span>
            {lock.expires !== null && (
              <span className="soft" title={formatExactTime(lock.expires)}>
                {' '}
                {t.details.lockedUntil(formatMoment(lock.expires))}
              </span>
            )}
          </p>
          {(lock.person_id === ownPersonId() || permissions.includes('FILE_MANAGE')) && (
            <Button icon="unlock" onClick={() => void unlock(lock)}>
              {t.details.unlock}
            </Button>
          )}
        </div>
      ))}
    </section>
  )
}

function unlockOf(root: RootId, { locked_type, locked_id }: LockView): Promise<unknown> {
  const id = locked_id as EntryId
  if (locked_type === 'root') return call(unlockRoot, { root_id: root })
  return locked_type === 'file'
    ? call(unlockFile, { root_id: root, file_id: id })
    : call(unlockFolder, { root_id: root, folder_id: id })
}
