import { listFolderChildren } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as carryOut from '../../actions/carry-out.ts'
import { type FilesPlace, TOP } from '../../app/routes.ts'
import { call } from '../../data/api.ts'
import { useFolder } from '../../data/folder.ts'
import { rootsOf } from '../../data/places.ts'
import type { Session } from '../../data/session.ts'
import { NameField } from '../../list/name-field.tsx'
import { countOf } from '../../list/selection.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Desk } from './use-desk.ts'

interface PickFolderProps {
  kind: 'move' | 'copy'
  from: FilesPlace
  desk: Desk
  session: Session
}

/** Where to: places first, then folder by folder. */
export function PickFolder({ kind, from, desk, session }: PickFolderProps) {
  const [at, setAt] = useState<{ root: RootId; folder: EntryId } | undefined>({
    root: from.root,
    folder: from.folder,
  })
  const [busy, setBusy] = useState(false)
  const count = countOf(desk.selection, desk.chosen().count)
  const close = () => desk.setPicking(undefined)
  const carry = async (name: string) => {
    if (!at) return
    setBusy(true)
    const items = await desk.all()
    const target = { ...at, name }
    await desk.after(
      kind === 'move'
        ? carryOut.moveItems({ root: from.root, folder: from.folder }, items, target)
        : carryOut.copyItems(from.root, items, target),
    )
    close()
  }
  const title = kind === 'move' ? t.pick.moveTitle(count) : t.pick.copyTitle(count)
  return (
    <Dialog title={title} onClose={close} wide>
      {at ? (
        <Inside
          at={at}
          kind={kind}
          isSame={kind === 'move' && at.root === from.root && at.folder === from.folder}
          isElsewhere={kind === 'move' && at.root !== from.root}
          moving={at.root === from.root ? desk.selection.ids : new Set()}
          busy={busy}
          onGo={(folder) => setAt({ ...at, folder })}
          onPlaces={() => setAt(undefined)}
          onCarry={carry}
        />
      ) : (
        <ul className="pick-list">
          {rootsOf(session)
            .filter(({ type }) => type !== 'backup')
            .map(({ id, name, icon }) => (
              <li key={id}>
                <button type="button" onClick={() => setAt({ root: id, folder: TOP })}>
                  <Icon name={icon} />
                  <bdi>{shownName(name)}</bdi>
                </button>
              </li>
            ))}
        </ul>
      )}
    </Dialog>
  )
}

interface InsideProps {
  at: { root: RootId; folder: EntryId }
  kind: 'move' | 'copy'
  isSame: boolean
  isElsewhere: boolean
  /** A folder cannot go into itself. */
  moving: ReadonlySet<number>
  busy: boolean
  onGo: (folder: EntryId) => void
  onPlaces: () => void
  onCarry: (name: string) => void
}

function Inside({ at, kind, isSame, isElsewhere, moving, busy, onGo, onPlaces, onCarry }: InsideProps) {
  const folder = useFolder(at.root, at.folder)
  const inside = useInfiniteQuery({
    queryKey: ['folders', at.root, at.folder],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        listFolderChildren,
        {
          root_id: at.root,
          folder_id: at.folder,
          folders_first: true,
          include_deleted: false,
          page: pageParam,
          page_size: 100,
        },
        { signal },
      ),
    // Folders come first: the first file is the end of them.
    getNextPageParam: ({ page, max_page, results }) =>
      page < max_page && results.every((item) => item.type === 'folder') ? page + 1 : undefined,
    staleTime: 0,
  })
  const folders = (inside.data?.pages ?? [])
    .flatMap(({ results }) => results)
    .filter((item) => item.type === 'folder')
  const name = folder.data?.name ?? ''
  const above = folder.data?.way.at(-2)
  const mayWrite = folder.data?.permissions.includes('FILE_WRITE') ?? false
  const [naming, setNaming] = useState(false)
  const make = async (given: string | undefined) => {
    setNaming(false)
    const made = given && (await carryOut.makeFolder(at.root, at.folder, given))
    if (made) onGo(made)
  }
  return (
    <>
      <p className="pick-way">
        <Button icon="back" onClick={() => (above ? onGo(above.id) : onPlaces())}>
          {above ? shownName(above.name) : t.pick.places}
        </Button>
        <strong>
          <bdi>{shownName(name)}</bdi>
        </strong>
      </p>
      <ul className="pick-list">
        {folders.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              disabled={kind === 'move' && moving.has(item.id)}
              onClick={() => onGo(item.id)}
            >
              <Icon name="folder" />
              <bdi>{shownName(item.name)}</bdi>
            </button>
          </li>
        ))}
        {folders.length === 0 && !inside.isPending && <li className="soft pick-none">{t.pick.noFolders}</li>}
        {inside.hasNextPage && (
          <li>
            <Button busy={inside.isFetching} onClick={() => void inside.fetchNextPage()}>
              {t.general.more}
            </Button>
          </li>
        )}
      </ul>
      {naming ? (
        <NameField
          name={t.files.newFolderName}
          isFile={false}
          isNew
          label={t.files.nameOfNew}
          onDone={(given) => void make(given)}
        />
      ) : (
        mayWrite && (
          <Button icon="folderAdd" onClick={() => setNaming(true)}>
            {t.files.newFolder}
          </Button>
        )
      )}
      {isElsewhere && <p className="soft">{t.pick.otherRoot}</p>}
      <p className="pick-actions">
        <Button kind="primary" busy={busy} disabled={!mayWrite || isSame} onClick={() => onCarry(name)}>
          {kind === 'move' ? t.files.moveHere : t.files.copyHere}
        </Button>
      </p>
    </>
  )
}
