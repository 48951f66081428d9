import { Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { type FilesPlace, TOP } from '../../core/addresses/routes.ts'
import { type Handlers, type OfEveryList, shortcutIn } from '../../core/keys/shortcuts.ts'
import { everything, NOTHING } from '../../core/list/selection.ts'
import { addsUnseen } from '../../core/sharing/own-role.ts'
import { useSettings } from '../../data/account/settings.ts'
import { useFolder, useRules } from '../../data/files/folder.ts'
import { useStars } from '../../data/files/stars.ts'
import { isInTheWay } from '../../data/service/errors.ts'
import { isKept } from '../../data/service/kept.ts'
import { isOwnRoot, makesThumbnails, type Session } from '../../data/service/session.ts'
import { clipboard } from '../../files/actions/clipboard.ts'
import { ACTION_IDS, type ActionId, actionsFor } from '../../files/actions/table.ts'
import { thumbnailAddress } from '../../files/content/thumbnail.ts'
import { ItemList } from '../../files/list/item-list.tsx'
import type { ListActs } from '../../files/list/list-acts.ts'
import { ListHead } from '../../files/list/list-head.tsx'
import { NewRow } from '../../files/list/new-row.tsx'
import { openShare } from '../../files/sharing/open-share.ts'
import { usePastedFiles } from '../../files/upload/uploading.ts'
import { formatExactTime } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toggleNavigation } from '../../platform/folds.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { useCommands } from '../../ui/commands.ts'
import { DialogToCome } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useListFocus } from '../../ui/list-focus.ts'
import { touches } from '../../ui/touches.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { dragActs } from './drag-acts.ts'
import { EmptyFolder } from './empty-folder.tsx'
import { FilesBar } from './files-bar.tsx'
import { Look } from './look.tsx'
import type { Parts } from './parts.ts'
import { useDesk } from './use-desk.ts'
import { useMenu } from './use-menu.tsx'
import { useFolderPages } from './use-pages.ts'
import { useView } from './use-view.ts'
import './files.css'
import './getting-started.css'
import './unseen.css'

interface FilesScreenProps {
  place: FilesPlace
  session: Session
  parts: Parts
}

/** A folder: what is in it, and all that can be done with that. */
export function FilesScreen({ place, session, parts }: FilesScreenProps) {
  const { Details, NoDetails, PickFolder, Viewer, RoleBadge, AddedHere, GettingStarted, copyLink } = parts
  const { root, folder: folderId } = place
  const folder = useFolder(root, folderId)
  const pages = useFolderPages(place)
  const rules = useRules(root, pages.total !== undefined).data
  const stars = useStars(pages.total !== undefined)
  const desk = useDesk({ place, folder: folder.data, rules, pages, session, stars, copyLink })
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
  const isUnseen = addsUnseen(folder.data?.permissions ?? [])
  const isPast = place.asOf !== undefined
  // Who may only look sees nothing that is past.
  const mayLook = folder.data?.permissions.some(
    (one) => one === 'FILE_READ' || (one === 'FILE_PREVIEW' && !isPast),
  )
  const hasThumbnails = rules?.preview === true && mayLook === true && makesThumbnails()
  const view = useView(place, pages, hasThumbnails)

  const { letters, started } = useSettings()
  // It has its place from the first moment on: nothing moves when it comes.
  const beginsHere = !started && !isKept() && isOwnRoot(root) && folderId === TOP && !isPast
  /** What is chosen, or else the first that there is. */
  const shareFirst = async () => {
    const first = chosen.items[0] ?? pages.at(0)
    if (!first) return desk.run('upload')
    await openShare({ ...first, root })
    pages.refresh()
  }
  const menu = useMenu({ desk, pages, letters })
  useCommands(() =>
    actionsFor(desk.chosen()).map(({ id, icon, words }) => ({
      ...{ id, icon, words: words(desk.chosen()) },
      run: () => menu.run(id),
    })),
  )
  usePastedFiles(mayAdd && !isPast ? desk.here : undefined)

  const togglePanel = () => desk.go({ panel: place.panel ? undefined : 'details' }, true)
  const shortcuts: Handlers<'list', ActionId | OfEveryList> = {
    ...desk.shortcuts,
    menu: menu.openAtFocus,
    details: togglePanel,
    foldNavigation: toggleNavigation,
  }
  const acts: ListActs = {
    ...desk,
    focus: desk.setFocus,
    menu: menu.open,
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
  useListFocus(pages.total, empty)
  if (isInTheWay(folder.error, folder.data !== undefined))
    return <ProblemScreen error={folder.error} onRetry={() => void folder.refetch()} />
  if (isInTheWay(pages.error, pages.total !== undefined))
    return <ProblemScreen error={pages.error} onRetry={() => pages.refresh()} />
  const chosen = desk.chosen()
  // The folder itself, unless something in it is chosen.
  const told = chosen.count > 1 ? undefined : chosen.count === 1 ? chosen.items[0] : folder.data?.item
  return (
    <div className="files">
      <section
        className={['files-main', over && 'files-over', isUnseen && 'files-unseen'].filter(Boolean).join(' ')}
      >
        <Breadcrumb place={place} folder={folder.data} desk={desk}>
          <Suspense>
            {folder.data?.isTeam && pages.total !== undefined && (
              <RoleBadge root={root} permissions={folder.data.permissions} />
            )}
          </Suspense>
        </Breadcrumb>
        {isPast && (
          <p className="files-past">
            <Icon name="clock" /> {t.files.asOf(pastOf(place.asOf))}{' '}
            <Button onClick={() => desk.go({ asOf: undefined, selected: [] })}>{t.files.now}</Button>
          </p>
        )}
        <FilesBar place={{ ...place, view }} chosen={chosen} desk={desk} />
        {beginsHere && (
          <Suspense fallback={<div className={empty ? 'start start-open' : 'start'} />}>
            {pages.total === undefined ? (
              <div className="start" />
            ) : (
              <GettingStarted
                session={session}
                hasItems={!empty}
                onUpload={() => void desk.run('upload')}
                onShare={() => void shareFirst()}
              />
            )}
          </Suspense>
        )}
        {isUnseen && !empty && (
          <p className="files-unseen-note">
            <Icon name="info" /> {t.files.emptyDrop}
          </p>
        )}
        {empty ? (
          <EmptyFolder
            acts={acts}
            mayAdd={mayAdd && !isPast}
            permissions={chosen.permissions}
            onUpload={() => void desk.run('upload')}
            onNewFolder={() => void desk.run('newFolder')}
          />
        ) : (
          <ItemList
            pages={pages}
            view={view}
            selection={desk.selection}
            focus={desk.focus}
            editing={desk.editing}
            cut={cut}
            taken={desk.taken}
            stars={stars}
            acts={acts}
            label={t.files.list}
            head={
              view === 'list' &&
              !isUnseen && (
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
        <Suspense>{isUnseen && <AddedHere root={root} />}</Suspense>
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
            onClose={() => {
              // Where a tap would go on choosing, nothing stays chosen.
              if (touches()) desk.select(NOTHING)
              desk.go({ panel: undefined, ...(touches() && { selected: [] }) }, true)
            }}
            picture={acts.thumbnail(told, 256)}
            onLook={(revision) => desk.go({ file: told.id, revision })}
            onChanged={() => pages.refresh()}
          />
        )}
        {place.file && <Look {...{ place, pages, desk, rules, Viewer }} permissions={chosen.permissions} />}
      </Suspense>
      <Suspense fallback={<DialogToCome onClose={() => desk.setPicking(undefined)} />}>
        {desk.picking && <PickFolder kind={desk.picking} from={place} desk={desk} session={session} />}
      </Suspense>
      {menu.drawn}
    </div>
  )
}

/** A number of a change says nothing to people. */
const pastOf = (asOf: string | undefined): string =>
  asOf?.includes('-') ? formatExactTime(asOf) : `#${asOf}`
