import { isText, kindOf } from '@holdfast/api/files/file-kinds'
import type { File, Permission } from '@holdfast/api/files/files'
import {
  downloadRevision,
  listFileRevisions,
  type Revision,
  restoreRevision,
} from '@holdfast/api/files/revisions'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { noteStep } from '../../data/account/first-steps.ts'
import { useRules } from '../../data/files/folder.ts'
import { addressOf, call } from '../../data/service/api.ts'
import { problemOf } from '../../data/service/errors.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { CompareDialog } from '../../files/content/compare-dialog.tsx'
import { formatExactTime, formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { doerOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

const PAGE_SIZE = 20

interface VersionsProps {
  root: RootId
  file: File
  permissions: readonly Permission[]
  onLook: (revision: RevisionId) => void
  onChanged: () => void
}

type Asked = { remove: Revision } | { compare: [older: Revision, newer: Revision] }

/** All contents that a file has had, newest first. */
export function Versions({ root, file, permissions, onLook, onChanged }: VersionsProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => noteStep('past'), [])
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useVersions(root, file)
  const mayRemove = useRules(root).data?.may_trim ?? false
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  const versions = data?.pages.flatMap(({ results }) => results) ?? []
  const [current] = versions

  const changed = async () => {
    onChanged()
    await queries.invalidateQueries({ queryKey: keyOf(root, file) })
  }
  const makeCurrent = async (revision: RevisionId, before: RevisionId, said: boolean) => {
    await call(restoreRevision, { root_id: root, file_id: file.id, revision_id: revision })
    if (said)
      toast(t.details.madeCurrent(shownName(file.name)), {
        undo: () => makeCurrent(before, revision, false),
      })
    await changed()
  }
  const itemsOf = (version: Revision, n: number): MenuItem[] => {
    const before = versions[n + 1]
    const isCurrent = version === current
    const pair: [Revision, Revision] | undefined = isCurrent
      ? before && [before, version]
      : current && [version, current]
    const kind = kindOf(file.name)
    const { look, save, makeCurrent: make, compare, compareBefore, remove } = t.details
    const mayRead = permissions.includes('FILE_READ')
    const mayLook = mayRead || permissions.includes('FILE_PREVIEW')
    const items: (MenuItem | false | undefined)[] = [
      mayLook && { id: 'look', label: look, icon: 'eye', run: () => onLook(version.id) },
      mayRead && {
        id: 'save',
        label: save,
        icon: 'download',
        run: () => location.assign(addressOf(downloadRevision, paramsOf(root, version))),
      },
      !isCurrent &&
        current &&
        permissions.includes('FILE_WRITE') && {
          id: 'current',
          label: make,
          icon: 'restore',
          run: () =>
            void makeCurrent(version.id, current.id, true).catch((failure: unknown) =>
              toast(problemOf(failure).words, { bad: true }),
            ),
        },
      mayLook &&
        pair &&
        (isText(kind) || kind === 'picture') && {
          id: 'compare',
          label: isCurrent ? compareBefore : compare,
          icon: 'details',
          run: () => setAsked({ compare: pair }),
        },
      !isCurrent &&
        mayRemove && {
          id: 'remove',
          label: remove,
          icon: 'trash',
          bad: true,
          run: () => setAsked({ remove: version }),
        },
    ]
    return items.filter((item) => typeof item === 'object')
  }
  return (
    <>
      <ol className="details-list" aria-busy={isFetching}>
        {versions.map((version, n) => (
          <li key={version.id} className="details-version">
            <Version version={version} isCurrent={n === 0} />
            <MenuButton
              icon="more"
              label={t.details.actionsOf(formatExactTime(version.created))}
              items={() => itemsOf(version, n)}
            />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {t.details.more}
        </Button>
      )}
      {asked && 'compare' in asked && (
        <CompareDialog
          name={file.name}
          sides={[sideOf(root, asked.compare[0]), sideOf(root, asked.compare[1])]}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && 'remove' in asked && (
        <RemoveDialog
          root={root}
          version={asked.remove}
          onClose={() => setAsked(undefined)}
          onRemoved={() => void changed()}
        />
      )}
    </>
  )
}

const keyOf = (root: RootId, file: File) => ['versions', root, file.id]
const sideOf = (root: RootId, { id, file_id, created }: Revision) => ({
  ...{ root, file: file_id, revision: id },
  title: formatExactTime(created),
})
const paramsOf = (root: RootId, { id, file_id }: Revision) => ({ root_id: root, file_id, revision_id: id })

const useVersions = (root: RootId, file: File) =>
  useInfiniteQuery({
    queryKey: [...keyOf(root, file), file.revision_id],
    queryFn: ({ pageParam: page, signal }) =>
      call(
        listFileRevisions,
        { root_id: root, file_id: file.id, include_names: true, page, page_size: PAGE_SIZE },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    placeholderData: (before) => before,
  })

function Version({ version, isCurrent }: { version: Revision; isCurrent: boolean }) {
  // Of contents that came through a link nobody knows who brought them.
  const by = version.person_id === null ? undefined : doerOf(version, t.details, ownPersonId())
  return (
    <span className="details-event-words">
      <time title={formatExactTime(version.created)}>
        {formatMoment(version.created)}
        {isCurrent && <span className="details-current">{t.details.current}</span>}
      </time>
      <span className="soft">
        {by !== undefined && <bdi>{shownName(by)} · </bdi>}
        {formatSize(version.file_size)}
      </span>
    </span>
  )
}
