import type { DeletedItem } from '@holdfast/api/files/deleted-items'
import type { EntryId, PersonId } from '@holdfast/api/ids'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { addressOfDeleted, type DeletedPlace } from '../../core/addresses/time-routes.ts'
import { rootsOf, usePerson } from '../../data/files/places.ts'
import { useRights } from '../../data/files/rights.ts'
import { problemOf } from '../../data/service/errors.ts'
import type { Session } from '../../data/service/session.ts'
import { ChooseFolder } from '../../files/folders/choose-folder.tsx'
import { withChosen } from '../../files/history/by-whom.tsx'
import { isTaken, takenIn, works } from '../../files/work/works.ts'
import { formatCount, shownName } from '../../messages/format.ts'
import { undoWords } from '../../messages/undo-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Filter } from '../../ui/filter.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DeletedTable } from './deleted-table.tsx'
import { PurgeDialog, TakenDialog } from './dialogs.tsx'
import { leaving, purgeItems, restoreItems, restoreTo } from './restore.ts'
import { useDeleted } from './use-deleted.ts'
import './deleted.css'

/** No folder: what is restored or purged here is known by itself. */
const EVERYWHERE = -1

interface DeletedScreenProps {
  place: DeletedPlace
  session: Session
}

type Asked = { taken: DeletedItem[] } | { purge: DeletedItem[] } | { to: DeletedItem[] }

/** What was deleted, wherever it was, by whom and when; and back with it. */
export function DeletedScreen({ place, session }: DeletedScreenProps) {
  const [, navigate] = useLocation()
  const places = rootsOf({ person: usePerson(session) })
  // An administrator may reach more than what is listed.
  const roots = place.root === undefined ? places.map(({ id }) => id) : [place.root]
  const list = useDeleted(roots, place)
  const { isPending, hasNextPage } = list
  const left = useWatched(leaving)
  const told = list.told.filter(({ id }) => !left.has(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: by then the list knows it by itself
  useEffect(() => leaving.set(new Set()), [list.dataUpdatedAt])
  const atWork = useWatched(works)
  const isGoing = ({ id, root_id }: DeletedItem) =>
    isTaken(takenIn(atWork, root_id, EVERYWHERE), { id, is_deleted: true })
  const rightsIn = useRights([...new Set(told.map(({ root_id }) => root_id))])
  const [chosen, setChosen] = useState<ReadonlySet<EntryId>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  const deleters = useDeleters(told)
  const items = told.filter((item) => chosen.has(item.id) && !isGoing(item))
  const go = (next: Partial<DeletedPlace>) => {
    setChosen(new Set())
    navigate(addressOfDeleted({ ...place, ...next }), { replace: true })
  }
  /** Whatever comes of it, nothing is chosen any more. */
  const run = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (failure) {
      toast(problemOf(failure).words, { bad: true })
    }
    setChosen(new Set())
  }
  const restore = async (some: readonly DeletedItem[], keepBoth = false) => {
    const taken = await restoreItems(some, keepBoth)
    setAsked(taken.length > 0 ? { taken } : undefined)
  }
  const mayRestore = (some: readonly DeletedItem[]) =>
    some.length > 0 && some.every(({ root_id }) => rightsIn(root_id).permissions.includes('FILE_WRITE'))
  const mayPurge = items.length > 0 && items.every(({ root_id }) => rightsIn(root_id).rules?.may_purge)
  const active = [place.root, place.who, place.day, place.q].filter((one) => one !== undefined).length
  const isFiltered = place.who !== undefined || place.day !== undefined || place.q !== undefined
  if (list.isLoadingError) return <ProblemScreen error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section className="screen deleted">
      <h1>{t.deleted.title}</h1>
      <Filters label={t.undo.filters} button={undoWords().filter(active)}>
        <Filter
          label={t.deleted.place}
          value={place.root}
          all={t.undo.allPlaces}
          options={places.map(({ id, name }) => ({ id, name: shownName(name) }))}
          onChange={(root) => go({ root })}
        />
        <Filter
          label={t.deleted.who}
          value={place.who}
          all={t.history.everybody}
          options={withChosen(deleters, place.who, t.history.someone)}
          onChange={(who) => go({ who })}
        />
        <label className="filter">
          <span>{t.deleted.day}</span>
          <input
            type="date"
            value={place.day ?? ''}
            onChange={({ target }) => go({ day: target.value || undefined })}
          />
        </label>
        <label className="filter">
          <span>{t.deleted.name}</span>
          <input
            type="search"
            defaultValue={place.q ?? ''}
            placeholder={t.deleted.words}
            onChange={({ target }) => go({ q: target.value.trim() || undefined })}
          />
        </label>
      </Filters>
      {items.length > 0 && (
        <div className="deleted-bar" role="toolbar" aria-label={t.files.actions}>
          <span className="files-count" role="status">
            {t.files.selected(formatCount(items.length), undefined)}
          </span>
          {mayRestore(items) && (
            <>
              <Button kind="primary" icon="restore" onClick={() => void run(restore(items))}>
                {t.deleted.restore}
              </Button>
              <Button icon="move" onClick={() => setAsked({ to: items })}>
                {t.deleted.restoreTo}
              </Button>
            </>
          )}
          {mayPurge && (
            <Button kind="bad" icon="trash" onClick={() => setAsked({ purge: items })}>
              {t.deleted.purge}
            </Button>
          )}
        </div>
      )}
      {told.length > 0 ? (
        <DeletedTable
          items={told}
          places={places}
          chosen={chosen}
          isGoing={isGoing}
          onChoose={setChosen}
          mayRestore={(item) => mayRestore([item])}
          onRestore={(item) => void run(restore([item]))}
        />
      ) : (
        !isPending &&
        !hasNextPage && (
          <div className="empty">
            <Icon name="trash" large />
            <h2>{isFiltered ? t.deleted.nothingFound : t.deleted.empty}</h2>
            {isFiltered ? (
              <p className="empty-actions">
                <Button onClick={() => go({ who: undefined, day: undefined, q: undefined })}>
                  {t.undo.clear}
                </Button>
              </p>
            ) : (
              <p className="soft">{t.deleted.emptyHint}</p>
            )}
          </div>
        )
      )}
      <ListEnd list={list} />
      {asked && 'taken' in asked && (
        <TakenDialog
          items={asked.taken}
          onDone={() => run(restore(asked.taken, true))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && 'purge' in asked && (
        <PurgeDialog
          items={asked.purge}
          onDone={() => run(purgeItems(asked.purge)).finally(() => setAsked(undefined))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && 'to' in asked && (
        <ChooseFolder
          title={t.deleted.restoreTitle(asked.to.length)}
          words={t.deleted.restoreHere}
          from={{ root: asked.to[0]?.root_id ?? (0 as DeletedItem['root_id']), folder: 0 as EntryId }}
          session={session}
          note={(at) => (asked.to.some(({ root_id }) => root_id !== at.root) ? t.pick.otherRoot : undefined)}
          onChosen={(target) => run(restoreTo(asked.to, target)).finally(() => setAsked(undefined))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

/** All who were seen to have deleted something, also while only one of them is shown. */
function useDeleters(items: readonly DeletedItem[]): { id: PersonId; name: string }[] {
  const seen = useRef(new Map<PersonId, string>())
  for (const { deleted_by, deleted_by_name } of items)
    if (deleted_by !== null && deleted_by_name) seen.current.set(deleted_by, shownName(deleted_by_name))
  return [...seen.current].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
