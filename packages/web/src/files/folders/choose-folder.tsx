import { listFolderChildren } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { TOP } from '../../core/addresses/routes.ts'
import type { Target } from '../../data/files/changes.ts'
import { useFolder } from '../../data/files/folder.ts'
import { rootsOf } from '../../data/files/places.ts'
import { call } from '../../data/service/api.ts'
import type { Session } from '../../data/service/session.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Options, optionId } from '../../ui/options.tsx'
import { makeFolder } from '../actions/carry-out.ts'
import { NameField } from '../list/name-field.tsx'
import { useFoundFolders } from './found-folders.tsx'

interface ChooseFolderProps {
  title: string
  /** Of the button that chooses. */
  words: string
  /** Where one begins; undefined: among all locations. */
  from: Target | undefined
  session: Session
  /** Whether this one is no choice. */
  isSame?: (at: Target) => boolean
  /** Why it is none. */
  same?: string
  /** What to know about this one. */
  note?: (at: Target) => string | undefined
  /** Folders that cannot be gone into: none can go into itself. */
  isClosed?: (at: Target, folder: EntryId) => boolean
  onChosen: (target: Target & { name: string }) => Promise<void>
  onClose: () => void
}

/** Where to: places first, then folder by folder. */
export function ChooseFolder(props: ChooseFolderProps) {
  const { title, from, session, onChosen, onClose } = props
  const [at, setAt] = useState<Target | undefined>(from)
  const [busy, setBusy] = useState(false)
  const [text, setText] = useState('')
  const [focus, setFocus] = useState(0)
  const id = useId()
  const sought = text.trim()
  const found = useFoundFolders(sought)
  const folders = sought === '' ? [] : (found ?? [])
  const chosen = Math.min(focus, folders.length - 1)
  const go = (folder: (typeof folders)[number] | undefined) => {
    if (!folder) return
    setText('')
    setAt(folder.at)
  }
  const press = (event: KeyboardEvent) => {
    if (sought === '') return
    if (event.key === 'ArrowDown') setFocus(Math.min(chosen + 1, folders.length - 1))
    else if (event.key === 'ArrowUp') setFocus(Math.max(0, chosen - 1))
    else if (event.key === 'Enter') go(folders[chosen])
    else return
    event.preventDefault()
  }
  const choose = async (name: string) => {
    if (!at) return
    setBusy(true)
    await onChosen({ ...at, name }).finally(() => setBusy(false))
  }
  return (
    <Dialog title={title} onClose={onClose} wide>
      <input
        type="search"
        className="go-to-field pick-find"
        autoComplete="off"
        role="combobox"
        aria-expanded={sought !== ''}
        aria-controls={id}
        aria-activedescendant={folders[chosen] && optionId(id, chosen)}
        aria-label={t.pick.find}
        placeholder={t.pick.find}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFocus(0)
        }}
        onKeyDown={press}
      />
      {sought !== '' ? (
        <div className="pick-list">
          <Options id={id} label={t.find.hits} options={folders} chosen={chosen} onChoose={go} />
          {found?.length === 0 && <p className="soft pick-none">{t.find.nothing(sought)}</p>}
        </div>
      ) : at ? (
        <Inside
          {...props}
          at={at}
          busy={busy}
          onGo={(folder) => setAt({ ...at, folder })}
          onPlaces={() => setAt(undefined)}
          onChoose={(name) => void choose(name)}
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

type InsideProps = Pick<ChooseFolderProps, 'words' | 'isSame' | 'same' | 'note' | 'isClosed'> & {
  at: { root: RootId; folder: EntryId }
  busy: boolean
  onGo: (folder: EntryId) => void
  onPlaces: () => void
  onChoose: (name: string) => void
}

function Inside(props: InsideProps) {
  const { at, words, isSame, same, note, isClosed, busy, onGo, onPlaces, onChoose } = props
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
  const isHere = isSame?.(at) ?? false
  const told = folder.data && !mayWrite ? t.pick.mayNot : isHere ? same : note?.(at)
  const [naming, setNaming] = useState(false)
  const make = async (given: string | undefined) => {
    setNaming(false)
    const made = given && (await makeFolder(at.root, at.folder, given))
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
        {mayWrite && !naming && (
          <span className="pick-new">
            <Button icon="folderAdd" onClick={() => setNaming(true)}>
              {t.files.newFolder}
            </Button>
          </span>
        )}
      </p>
      {naming && (
        <NameField
          name={t.files.newFolderName}
          isFile={false}
          isNew
          label={t.files.nameOfNew}
          onDone={(given) => void make(given)}
        />
      )}
      <ul className="pick-list">
        {folders.map((item) => (
          <li key={item.id}>
            <button type="button" disabled={isClosed?.(at, item.id) ?? false} onClick={() => onGo(item.id)}>
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
      <p className="pick-actions">
        {told !== undefined && (
          <span id="pick-told" className="soft">
            {told}
          </span>
        )}
        <Button
          kind="primary"
          busy={busy}
          disabled={!mayWrite || isHere}
          aria-describedby={told === undefined ? undefined : 'pick-told'}
          onClick={() => onChoose(name)}
        >
          {words}
        </Button>
      </p>
    </>
  )
}
