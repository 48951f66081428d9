import type { RootRules } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { addressOfPlace, type FilesPlace, openAddress, placeAt, TOP } from '../../core/addresses/routes.ts'
import { addressOfHistory, historyAt } from '../../core/addresses/time-routes.ts'
import type { Pages } from '../../core/list/pages.ts'
import * as chosenIds from '../../core/list/selection.ts'
import type { SharedItem } from '../../core/sharing/item.ts'
import { addsUnseen } from '../../core/sharing/own-role.ts'
import { keepPanel, rememberOrder } from '../../data/account/view-kept.ts'
import { MOST_IDS, type OpenFolder, positionOf } from '../../data/files/folder.ts'
import { problemOf } from '../../data/service/errors.ts'
import type { Session } from '../../data/service/session.ts'
import { acting } from '../../files/actions/acting.ts'
import { type Carried, whichOf as carriedBy, clipboard } from '../../files/actions/clipboard.ts'
import { downloadItems } from '../../files/actions/download.ts'
import { starItems } from '../../files/actions/star.ts'
import { type ActionId, actionsFor, type Chosen } from '../../files/actions/table.ts'
import { isOutOfReach } from '../../files/content/out-of-reach.ts'
import type { ListItem } from '../../files/list/list-acts.ts'
import { openRequest } from '../../files/sharing/open-request.ts'
import { openShare } from '../../files/sharing/open-share.ts'
import { chooseFiles } from '../../files/upload/uploading.ts'
import { isRefused } from '../../files/upload/uploads.ts'
import { isTaken, takenIn, works } from '../../files/work/works.ts'
import { t } from '../../messages/words.ts'
import { RETURNS } from '../../platform/returning.ts'
import { takeLastUndo, toast } from '../../platform/toasts.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { copyText } from '../../ui/copy-text.ts'
import { focusList } from '../../ui/list-focus.ts'
import { touches } from '../../ui/touches.ts'
import { allOf, knownOf, shareableIn, whichOf } from './chosen-items.ts'
import { lockActs } from './locks.ts'
import { movingActs } from './moving-acts.ts'
import { useGone } from './use-gone.ts'
import { checkServer } from './without-server.ts'

interface DeskProps {
  place: FilesPlace
  folder: OpenFolder | undefined
  rules: RootRules | undefined
  pages: Pages<ListItem>
  session: Session
  stars: ReadonlySet<number>
  copyLink: (item: SharedItem, signInOnly: boolean) => Promise<void>
}

/** What is going on in a folder that is open: what is chosen, and what is done with it. */
export function useDesk({ place, folder, rules, pages, session, stars, copyLink }: DeskProps) {
  const [, navigate] = useLocation()
  const [selection, setSelection] = useState<chosenIds.Selection>(() => chosenIds.exactly(place.selected, 0))
  const [focus, setFocus] = useState(0)
  const [editing, setEditing] = useState<number>()
  const [creating, setCreating] = useState(false)
  const [picking, setPicking] = useState<'move' | 'copy'>()
  const { root, folder: folderId } = place
  /** What is gone has no place. */
  const unselect = (id: number) => setSelection((now) => chosenIds.without(now, [id]))
  // An address that chooses something shows it, however far down it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address said at first
  useEffect(() => {
    const entry_id = place.selected[0] as EntryId | undefined
    if (entry_id !== undefined)
      positionOf(place, { entry_id }).then(
        ({ index }) => (index === null ? unselect(entry_id) : setFocus(index)),
        () => unselect(entry_id),
      )
  }, [])

  const chosen = (): Chosen => ({
    items: knownOf(pages, selection),
    count: chosenIds.countOf(selection, pages.total ?? 0),
    permissions: folder?.permissions ?? [],
    rules,
    isPast: place.asOf !== undefined || folder?.isDeleted === true,
    canPaste: clipboard.get() !== undefined,
    personId: session.person_id,
    stars,
    here: folderId !== TOP ? 'folder' : folder?.isTeam ? 'team' : 'all',
  })
  const go = (next: Partial<FilesPlace>, replace = false) => {
    if ('sort' in next || 'descending' in next) rememberOrder(root, { ...place, ...next })
    if ('panel' in next) keepPanel(next.panel)
    const state = replace ? history.state : next.file && RETURNS
    navigate(addressOfPlace({ ...place, ...next }), { replace, state })
  }
  const gone = useGone(place, pages)
  const taken = takenIn(useWatched(works), root, folderId)
  const select = (given: chosenIds.Selection) => {
    // What others took away is not to be chosen by whoever was looking at it, nor what is about to go.
    const there = given.kind === 'some' ? chosenIds.without(given, gone) : given
    const next = taken.reduce(
      (left, one) => (one.ofDeleted ? left : chosenIds.minus(left, one.selection)),
      there,
    )
    setSelection(next)
    const ids = next.kind === 'some' ? [...next.ids] : []
    const address = addressOfPlace({ ...place, selected: ids })
    // Browsers count how often it is changed.
    if (address !== location.pathname + location.search) history.replaceState(history.state, '', address)
  }
  useEffect(() => {
    if (selection.kind === 'some' && [...selection.ids].some((id) => gone.has(id))) select(selection)
  })
  const all = () => allOf(place, pages, selection)
  const which = () => whichOf(place, pages, selection)
  const unseen = addsUnseen(folder?.permissions ?? [])
  const here = { root, folder: folderId, name: folder?.name ?? '', ...(unseen && { unseen }) }
  const { after, take, move, copy } = movingActs({ here, pages, selection, select, setFocus })

  const open = (item: ListItem) => {
    if (item.is_deleted || isTaken(taken, item) || isOutOfReach(item)) return
    const { sort, descending, view, asOf } = place
    if (item.type === 'folder')
      navigate(addressOfPlace({ ...placeAt(root, item.id), sort, descending, view, asOf }))
    else if (!isRefused()) go({ file: item.id, selected: [item.id] })
  }
  const up = () => {
    const above = folder?.way.at(-2)
    if (above) go({ folder: above.id, selected: [folderId] })
  }
  const paste = async (carried: Carried | undefined) => {
    if (!carried) return
    const from = { root: carried.root, folder: carried.folder as EntryId }
    const which = await carriedBy(carried)
    if (carried.kind === 'copy') return copy(which, here, carried.root)
    clipboard.set(undefined)
    if (from.root !== root || from.folder !== folderId) await move(which, here, from)
  }
  const copyAddress = async () => {
    const [item] = await all()
    const path = item ? openAddress(root, item.id) : addressOfPlace(placeAt(root, folderId))
    await copyText(location.origin + path, t.done.addressCopied)
  }

  const share = async () => {
    await openShare(shareableIn(chosen().items[0], folder, here))
    pages.refresh()
  }
  const { lock, unlock } = lockActs({ pages, session, chosen: () => chosen().items })
  const runs: Record<ActionId, () => unknown> = {
    open: () => chosen().items.slice(0, 1).forEach(open),
    download: () => {
      const { items: known, count } = chosen()
      const whole = selection.kind === 'allBut' && selection.ids.size === 0
      return downloadItems(place, { count, known, all, whole })
    },
    share,
    copyLink: async () => {
      const [item] = chosen().items
      if (item) await copyLink({ ...item, root }, rules?.links_need_sign_in === true)
      pages.refresh()
    },
    requestFiles: async () => {
      const target = shareableIn(chosen().items[0], folder, here)
      if (target.type === 'folder') await openRequest(target)
      pages.refresh()
    },
    rename: () => setEditing(chosen().items[0]?.id),
    moveTo: () => setPicking('move'),
    copyTo: () => setPicking('copy'),
    cut: async () => clipboard.set({ kind: 'cut', root, folder: folderId, items: await all() }),
    copy: async () => clipboard.set({ kind: 'copy', root, folder: folderId, items: await all() }),
    paste: () => paste(clipboard.get()),
    lock: () => after(lock(root, all)),
    unlock: () => after(unlock(root, all)),
    star: () =>
      starItems(
        chosen().items.filter(({ id }) => !stars.has(id)),
        true,
      ),
    unstar: () => starItems(chosen().items, false),
    copyAddress,
    details: () => go({ panel: place.panel ?? 'details' }, true),
    versions: () => go({ panel: 'versions' }, true),
    history: () => {
      const [item] = chosen().items
      navigate(addressOfHistory(historyAt(root, item?.type === 'folder' ? item.id : folderId)))
    },
    restore: () => take(acting().then(async ({ restoreItems }) => restoreItems(root, await which()))),
    delete: () => take(acting().then(async ({ removeItems }) => removeItems(root, await which()))),
    newFolder: () => setCreating(true),
    upload: () => chooseFiles(here),
    selectAll: () => select(chosenIds.everything(selection)),
  }
  const run = async (id: ActionId): Promise<void> => {
    try {
      checkServer(id)
      await runs[id]()
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  const runIfAvailable = (id: ActionId): void => {
    if (actionsFor(chosen()).some((action) => action.id === id)) void run(id)
  }
  /** What has a shortcut and is no action, or another one by its key. */
  const shortcuts = {
    up,
    selectAll: runs.selectAll,
    selectNone: () => {
      clipboard.set(undefined)
      select(chosenIds.NOTHING)
    },
    // What the browser has in its clipboard comes by an event of its own.
    paste: clipboard.get() && runs.paste,
    undo: () => takeLastUndo()?.().then(() => pages.refresh()),
  }

  const selectRange = (index: number): void => {
    const [first, last] = chosenIds.rangeOf(selection, index)
    if (last - first >= MOST_IDS) {
      toast(t.files.tooManyForRange, { bad: true })
      return
    }
    pages
      .range(first, last, new AbortController().signal)
      .then((items) =>
        select(
          chosenIds.exactly(
            items.map(({ id }) => id),
            selection.anchor,
          ),
        ),
      )
      .catch((error: unknown) => toast(problemOf(error).words, { bad: true }))
  }
  const find = async (name: string): Promise<void> => {
    const { index, id } = await positionOf(place, { name })
    if (index === null || id === null) return
    setFocus(index)
    select(chosenIds.only(id, index))
  }

  return {
    chosen,
    selection,
    gone,
    taken,
    focus,
    editing,
    creating,
    picking,
    here,
    go,
    up,
    open,
    run,
    runIfAvailable,
    shortcuts,
    find,
    select,
    selectRange,
    setFocus,
    setPicking,
    all,
    which,
    move,
    copy,
    toggle: (item: ListItem, index: number) => select(chosenIds.toggled(selection, item.id, index)),
    async rename(item: ListItem, name: string | undefined) {
      setEditing(undefined)
      focusList()
      if (name === undefined) return
      pages.patch(item.id, { name })
      const { renameItem } = await acting()
      if (!(await renameItem(root, item, name))) pages.patch(item.id, { name: item.name })
      if (touches()) select(chosenIds.NOTHING)
      pages.refresh()
    },
    async create(name: string | undefined) {
      setCreating(false)
      focusList()
      if (name === undefined) return
      const made = await (await acting()).makeFolder(root, folderId, name)
      pages.refresh()
      if (!made) return
      const { index } = await positionOf(place, { entry_id: made })
      if (index === null) return
      setFocus(index)
      select(chosenIds.only(made, index))
    },
    /** From wherever it was dragged. */
    async bring(carried: Carried, to: { folder: EntryId; name: string; root?: RootId }, copies: boolean) {
      const target = { root, ...to }
      const from = { root: carried.root, folder: carried.folder as EntryId }
      const which = await carriedBy(carried)
      if (copies) return copy(which, target, carried.root)
      if (from.root !== target.root || from.folder !== target.folder) await move(which, target, from)
    },
  }
}
export type Desk = ReturnType<typeof useDesk>
