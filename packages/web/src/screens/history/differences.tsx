import { isText, kindOf } from '@holdfast/api/files/file-kinds'
import type { Permission } from '@holdfast/api/files/files'
import type { Difference, ItemState } from '@holdfast/api/files/history'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import { Suspense, useState } from 'react'
import type { ByWhom } from '../../core/addresses/time-routes.ts'
import { useDifferences } from '../../data/history/history.ts'
import { CompareDialog } from '../../files/content/compare-dialog.tsx'
import type { ViewerOf } from '../../files/content/viewer-of.ts'
import { DifferenceRow } from '../../files/history/difference-row.tsx'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fileThen } from './file-then.ts'

interface DifferencesProps extends ByWhom {
  root: RootId
  folder: EntryId
  /** The points, the earlier one first, and what they are called. */
  from: string | undefined
  to: string | undefined
  titles: [before: string, after: string]
  permissions: readonly Permission[]
  onDetails: (id: EntryId) => void
  Viewer: ViewerOf
}

type Asked = { look: ItemState; id: EntryId } | { both: [ItemState, ItemState]; id: EntryId }

/** What is different between two times; each row opens what it was, what it is, or both. */
export function Differences({ titles, permissions, onDetails, Viewer, ...comparison }: DifferencesProps) {
  const { root } = comparison
  const list = useDifferences(comparison)
  const { data, isFetching, hasNextPage } = list
  const [asked, setAsked] = useState<Asked>()
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  const all = data?.pages.flatMap(({ results }) => results) ?? []
  const maySee = permissions.includes('FILE_READ')
  const close = () => setAsked(undefined)
  return (
    <div className="history-differences" aria-busy={isFetching}>
      {all.length === 0 && data && !hasNextPage ? (
        <div className="empty">
          <Icon name="check" large />
          <h2>{t.history.same}</h2>
          <p className="soft">{t.history.sameHint}</p>
        </div>
      ) : (
        <ul className="differences" aria-label={t.history.rememberHint(...titles)}>
          {all.map((difference) => (
            <DifferenceRow key={difference.item_id} difference={difference}>
              {maySee && difference.item_type === 'file' && <Looks {...difference} onAsked={setAsked} />}
            </DifferenceRow>
          ))}
        </ul>
      )}
      <ListEnd list={list} />
      {asked && 'both' in asked && (
        <CompareDialog
          name={asked.both[1].name}
          sides={[
            { ...sideOf(root, asked.id, asked.both[0]), title: titles[0] },
            { ...sideOf(root, asked.id, asked.both[1]), title: titles[1] },
          ]}
          onClose={close}
        />
      )}
      {asked && 'look' in asked && asked.look.revision_id !== null && (
        <Suspense>
          <Viewer
            root={root}
            file={fileThen(root, asked.id, asked.look)}
            revision={asked.look.revision_id}
            position={undefined}
            neighbours={[]}
            onClose={close}
            onDetails={() => onDetails(asked.id)}
            mayEdit={false}
            maySave
          />
        </Suspense>
      )}
    </div>
  )
}

const sideOf = (root: RootId, file: EntryId, { revision_id }: ItemState) => ({
  ...{ root, file },
  revision: revision_id as RevisionId,
})

function Looks({ before, after, item_id: id, onAsked }: Difference & { onAsked: (asked: Asked) => void }) {
  const name = shownName((after ?? before)?.name ?? '')
  const kind = kindOf(name)
  const has = (side: ItemState | null): side is ItemState => side !== null && side.revision_id !== null
  const differ = has(before) && has(after) && before.revision_id !== after.revision_id
  return (
    <>
      {differ && (isText(kind) || kind === 'picture') && (
        <IconButton
          icon="details"
          label={t.history.lookBoth(name)}
          onClick={() => onAsked({ both: [before, after], id })}
        />
      )}
      {has(before) && (
        <IconButton
          icon="clock"
          label={t.history.lookBefore(name)}
          onClick={() => onAsked({ look: before, id })}
        />
      )}
      {has(after) && (!has(before) || differ) && (
        <IconButton
          icon="eye"
          label={t.history.lookAfter(name)}
          onClick={() => onAsked({ look: after, id })}
        />
      )}
    </>
  )
}
