import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { type Handlers, type OfEveryList, shortcutIn } from '../../core/keys/shortcuts.ts'
import { everything, NOTHING } from '../../core/list/selection.ts'
import { useSettings } from '../../data/account/settings.ts'
import { useFolder, useRules } from '../../data/files/folder.ts'
import { useStars } from '../../data/files/stars.ts'
import { makesThumbnails, type Session } from '../../data/service/session.ts'
import { clipboard } from '../../files/actions/clipboard.ts'
import { ACTION_IDS, type ActionId, actionsFor, keysOf } from '../../files/actions/table.ts'
import { thumbnailAddress } from '../../files/content/thumbnail.ts'
import { ItemList } from '../../files/list/item-list.tsx'
import type { ListActs, ListItem } from '../../files/list/list-acts.ts'
import { ListHead } from '../../files/list/list-head.tsx'
import { NewRow } from '../../files/list/new-row.tsx'
import { usePastedFiles } from '../../files/upload/uploading.ts'
import { formatExactTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toggleNavigation } from '../../platform/folds.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { useCommands } from '../../ui/commands.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import type { PopoverPlace } from '../../ui/use-popover.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { dragActs } from './drag-acts.ts'
import { EmptyFolder } from './empty-folder.tsx'
import { FilesBar } from './files-bar.tsx'
import { Look } from './look.tsx'
import type { Parts } from './parts.ts'
import { focusList, useDesk } from './use-desk.ts'
import { useFolderPages } from './use-pages.ts'
import { useView } from './use-view.ts'
import './files.css'

interface FilesScreenProps {
  place: FilesPlace
  session: Session
  parts: Parts
}

/** A folder: what is in it, and all that can be done with that. */
export function FilesScreen({ place, session, parts }: FilesScreenProps) {
  const { Details, NoDetails, PickFolder, Viewer, copyLink } = parts
  const { root, folder: folderId } = place
  const folder = useFolder(root, folderId)
  const pages = useFolderPages(place)
  const rules = useRules(root, pages.total !== undefined).data
  const stars = useStars(pages.total !== undefined)
  const desk = useDesk({ place, folder: folder.data, rules, pages, session, stars, copyLink })
  const [menu, setMenu] = useState<{ items: (MenuItem | 'line')[]; at: PopoverPlace; label: string }>()
  const [over, setOver] = useState(false)
  const carried = useWatched(clipboard)
  useSyncExternalStore(pages.subscribe, pages.getVersion)
  const cut = useMemo(
    () =>
      new Set(
        carried?.kind === 'cut' && carried.root === root ? carried.items.map(({ id }) => id as number) : [],
      ),
    [carried, root],
  )
  const mayAdd = folder.data?.permissions.some((one) => one === 'FILE_WRITE' || one === 'FILE_ADD') ?? false
  const isPast = place.asOf !== undefined
  // Who may only look sees nothing that is past.
  const mayLook = folder.data?.permissions.some(
    (one) => one === 'FILE_READ' || (one === 'FILE_PREVIEW' && !isPast),
  )
  const hasThumbnails = rules?.preview === true && mayLook === true && makesThumbnails()
  const view = useView(place, pages, hasThumbnails)

  const { letters } = useSettings()
  const openMenu = (item: ListItem | undefined, at: { x: number; y: number }) => {
    const known = item && !desk.chosen().items.some(({ id }) => id === item.id)
    if (known) desk.select({ kind: 'some', ids: new Set([item.id]), anchor: desk.focus })
    if (!item) desk.select({ kind: 'some', ids: new Set(), anchor: desk.focus })
    const chosen = {
      ...desk.chosen(),
      ...(known && { items: [item], count: 1 }),
      ...(!item && { items: [], count: 0 }),
    }
    const items = actionsFor(chosen).map(({ id, icon, bad, words }): MenuItem => {
      const keys = keysOf(id, letters)
      return {
        id,
        icon,
        label: words(chosen),
        run: () => pending.current(id),
        ...(keys && { keys }),
        ...(bad && { bad }),
      }
    })
    setMenu({ items, at, label: item ? t.files.actionsOf(shownName(item.name)) : t.files.actions })
  }
  const menuOfRow = () => {
    const item = pages.at(desk.focus)
    const place = item && document.getElementById(`item-${item.id}`)?.getBoundingClientRect()
    if (place) openMenu(item, { x: place.left + 48, y: place.bottom })
  }
  // A menu is drawn before what it chooses is: it runs what the newest drawing knows.
  const pending = useRef<(id: MenuItem['id']) => void>(() => {})
  pending.current = (id) => void desk.run(id as Parameters<typeof desk.run>[0])

  useCommands(() =>
    actionsFor(desk.chosen()).map(({ id, icon, words }) => ({
      ...{ id, icon, words: words(desk.chosen()) },
      run: () => pending.current(id),
    })),
  )
  usePastedFiles(mayAdd && !isPast ? desk.here : undefined)

  const togglePanel = () => desk.go({ panel: place.panel ? undefined : 'details' }, true)
  const shortcuts: Handlers<'list', ActionId | OfEveryList> = {
    ...desk.shortcuts,
    menu: menuOfRow,
    details: togglePanel,
    foldNavigation: toggleNavigation,
  }
  const acts: ListActs = {
    ...desk,
    focus: desk.setFocus,
    menu: openMenu,
    rename: (item, name) => void desk.rename(item, name),
    find: (text) => void desk.find(text),
    shortcut(pressed) {
      const name = shortcutIn('list', pressed, letters)
      if (!name || name in shortcuts) return name && shortcuts[name]
      const id = ACTION_IDS.find((one) => one === name)
      return id && (() => desk.runIfAvailable(id))
    },
    ...dragActs({ desk, place, mayTake: mayAdd && !isPast, onOver: setOver }),
    thumbnail: (item, size) =>
      hasThumbnails && item.type === 'file'
        ? thumbnailAddress({ root, file: item.id, revision: item.revision_id }, item, size)
        : undefined,
  }

  const empty = pages.total === 0 && !desk.creating
  // Anyone who opened this by a key goes on by keys.
  useEffect(() => {
    const hasKeys = matchMedia('(pointer: fine)').matches
    if (pages.total !== undefined && hasKeys && document.activeElement === document.body) focusList()
  }, [pages.total])
  if (folder.error) return <ProblemScreen error={folder.error} onRetry={() => void folder.refetch()} />
  if (pages.error) return <ProblemScreen error={pages.error} onRetry={() => pages.refresh()} />
  const chosen = desk.chosen()
  // The folder itself, unless something in it is chosen.
  const told = chosen.count > 1 ? undefined : chosen.count === 1 ? chosen.items[0] : folder.data?.item
  return (
    <div className="files">
      <section className={over ? 'files-main files-over' : 'files-main'}>
        <Breadcrumb place={place} folder={folder.data} desk={desk} />
        {isPast && (
          <p className="files-past">
            <Icon name="clock" /> {t.files.asOf(pastOf(place.asOf))}{' '}
            <Button onClick={() => desk.go({ asOf: undefined, selected: [] })}>{t.files.now}</Button>
          </p>
        )}
        <FilesBar place={{ ...place, view }} chosen={chosen} desk={desk} />
        {empty ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: keys and drops as in a list; buttons do the same
          <div
            className="files-empty"
            data-list
            tabIndex={-1}
            onKeyDown={(event) => {
              const shortcut = acts.shortcut(event)
              if (!shortcut) return
              event.preventDefault()
              shortcut()
            }}
            onDragOver={(event) => acts.over(undefined, event)}
            onDragLeave={acts.left}
            onDrop={(event) => acts.drop(undefined, event)}
          >
            <EmptyFolder
              mayAdd={mayAdd && !isPast}
              permissions={chosen.permissions}
              onUpload={() => void desk.run('upload')}
              onNewFolder={() => void desk.run('newFolder')}
            />
          </div>
        ) : (
          <ItemList
            pages={pages}
            view={view}
            selection={desk.selection}
            focus={desk.focus}
            editing={desk.editing}
            cut={cut}
            stars={stars}
            acts={acts}
            label={t.files.list}
            head={
              view === 'list' && (
                <ListHead
                  place={place}
                  onSort={desk.go}
                  chosen={chosen.count === 0 ? 'none' : chosen.count === pages.total ? 'all' : 'some'}
                  onAll={(all) => desk.select(all ? everything(NOTHING) : NOTHING)}
                />
              )
            }
            begun={desk.creating && <NewRow onDone={(name) => void desk.create(name)} />}
          />
        )}
        {over && <p className="files-drop">{t.files.dropHere(desk.here.name)}</p>}
      </section>
      <Suspense>
        {place.panel && !told && folder.data && chosen.count !== 1 && (
          <NoDetails count={chosen.count} onClose={() => desk.go({ panel: undefined }, true)} />
        )}
        {place.panel && told && (
          <Details
            root={root}
            item={told}
            panel={place.panel}
            permissions={chosen.permissions}
            onPanel={(panel) => desk.go({ panel }, true)}
            onClose={() => desk.go({ panel: undefined }, true)}
            picture={acts.thumbnail(told, 256)}
            onLook={(revision) => desk.go({ file: told.id, revision })}
            onChanged={() => pages.refresh()}
          />
        )}
        {place.file && <Look {...{ place, pages, desk, rules, Viewer }} permissions={chosen.permissions} />}
        {desk.picking && <PickFolder kind={desk.picking} from={place} desk={desk} session={session} />}
      </Suspense>
      {menu && (
        <Menu
          label={menu.label}
          items={menu.items}
          place={menu.at}
          onClose={() => {
            setMenu(undefined)
            focusList()
          }}
        />
      )}
    </div>
  )
}

/** A number of a change says nothing to people. */
const pastOf = (asOf: string | undefined): string =>
  asOf?.includes('-') ? formatExactTime(asOf) : `#${asOf}`
