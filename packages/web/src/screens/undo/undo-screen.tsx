import type { EntryId, RootId } from '@holdfast/api/ids'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import {
  addressOfHistory,
  addressOfUndo,
  historyAt,
  type UndoPlace,
} from '../../core/addresses/time-routes.ts'
import type { Action } from '../../core/history/actions.ts'
import { type Group, groupsOf, type Happened, spanOf, standsAlone } from '../../core/history/groups.ts'
import { locate } from '../../data/files/folder.ts'
import { rootsOf, usePerson } from '../../data/files/places.ts'
import { useRights } from '../../data/files/rights.ts'
import { LOOKS_BACK_DAYS, useChangedPlaces } from '../../data/history/changed-places.ts'
import type { TakeBack } from '../../data/history/history.ts'
import { problemOf } from '../../data/service/errors.ts'
import { ownPersonId, type Session } from '../../data/service/session.ts'
import { ByWhomFilter, type Doing } from '../../files/history/by-whom.tsx'
import { TakeBackDialog } from '../../files/history/take-back-dialog.tsx'
import { undoOne } from '../../files/history/undo-one.ts'
import { UnseenNote, useUnseenShares } from '../../files/sharing/unseen-note.tsx'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { undoWords } from '../../messages/undo-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Filter } from '../../ui/filter.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BrakeCards } from './brake-cards.tsx'
import { SinglesNote } from './singles-note.tsx'
import { UndoGroup } from './undo-group.tsx'
import { allOfThese, useHappened, wanted } from './use-happened.ts'
import './undo.css'

interface UndoScreenProps {
  place: UndoPlace
  session: Session
}

/** What happened, by whom, and back: over all roots in reach. */
export function UndoScreen({ place, session }: UndoScreenProps) {
  const [, navigate] = useLocation()
  const own = rootsOf({ person: usePerson(session) })
  const changed = useChangedPlaces({ ...place, organization: place.organization, since: wanted(place).from })
  const places: readonly { id: RootId; name: string }[] =
    place.organization === undefined ? own : (changed.data?.places ?? [])
  // An administrator may reach more than what is listed.
  const roots = place.root === undefined ? places.map(({ id }) => id) : [place.root]
  const list = useHappened(roots, place)
  const { told, isPending, isFetching, hasNextPage } = list
  const isChosen = place.who !== undefined || place.machine !== undefined
  const rightsIn = useRights(isChosen ? roots : [...new Set(told.map(({ root }) => root))])
  const [undoing, setUndoing] = useState<{
    wishes: readonly TakeBack[]
    title: string
    one?: Happened | undefined
  }>()
  const actors = useSeen(told)
  const groups = groupsOf(told)
  const unseen = useUnseenShares()
  const nameOf = (root: RootId) => places.find(({ id }) => id === root)?.name ?? ''
  const go = (next: Partial<UndoPlace>) => navigate(addressOfUndo({ ...place, ...next }), { replace: true })
  const active = [
    place.organization,
    place.root,
    place.who,
    place.machine,
    place.since,
    place.deletesOnly || undefined,
  ].filter((one) => one !== undefined).length
  const isFiltered = isChosen || place.since !== undefined || place.deletesOnly
  const mayUndoAll = told.some(({ root }) => rightsIn(root).rules?.may_roll_back)
  const look = async (operation: Happened) => {
    const { root, item_id, item_type, op } = operation
    // Of what was deleted one wants to see what it was.
    const at = op === 'delete' || op === 'purge' ? operation.seq - 1 : operation.last_seq
    const found =
      item_type === 'file'
        ? await locate(root, item_id as EntryId).catch(() => ({ folder: 0 as EntryId }))
        : { folder: item_id as EntryId }
    navigate(addressOfHistory(historyAt(root, found.folder, String(at))))
  }
  const compare = ({ operations }: Action) => {
    const { from_seq, to_seq } = spanOf({ operations })
    navigate(
      addressOfHistory({
        ...historyAt(operations[0].root, 0 as EntryId, String(from_seq - 1)),
        ...{ from: String(to_seq), isDiff: true },
      }),
    )
  }
  /** What one did to one item is undone at once; of more it is said before what will become of them. */
  const undoOf = (group: Group) => (action: Action) => {
    const [first] = action.operations
    const isOne = action.operations.length === 1 && first.changes === 1
    if (isOne && first.person_id === ownPersonId()) return () => void undoOne(first)
    const wishes = wishesOf(action, group, groups)
    return (
      wishes &&
      (() =>
        setUndoing({
          wishes,
          title: isOne ? t.undo.dialogTitle : t.undo.dialogAll,
          one: isOne ? first : undefined,
        }))
    )
  }
  const undoAll = async () => {
    try {
      const mayIn = roots.filter((root) => rightsIn(root).rules?.may_roll_back)
      setUndoing({ wishes: await allOfThese(mayIn, place), title: t.undo.dialogAll })
    } catch (failure) {
      toast(problemOf(failure).words, { bad: true })
    }
  }
  if (changed.isLoadingError)
    return <ProblemScreen error={changed.error} onRetry={() => void changed.refetch()} />
  if (list.isLoadingError) return <ProblemScreen error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section className="screen undo">
      <h1>{t.undo.title}</h1>
      <p className="soft">{undoWords().hint}</p>
      <SinglesNote groups={groups} rightsIn={rightsIn} nameOf={nameOf} />
      {place.organization !== undefined && (
        <p className="soft">
          {undoWords().inOrganization} {place.since === undefined && undoWords().looksBack(LOOKS_BACK_DAYS)}{' '}
          {changed.data?.isPart && undoWords().onlyNewest}
        </p>
      )}
      <BrakeCards />
      <Filters label={t.undo.filters} button={undoWords().filter(active)}>
        <Filter
          label={t.undo.place}
          value={place.root}
          all={t.undo.allPlaces}
          options={places.map(({ id, name }) => ({ id, name: shownName(name) }))}
          onChange={(root) => go({ root })}
        />
        <ByWhomFilter who={place.who} machine={place.machine} actors={actors} onChange={go} />
        <label className="filter">
          <span>{t.undo.since}</span>
          <input
            type="date"
            value={place.since ?? ''}
            onChange={({ target }) => go({ since: target.value || undefined })}
          />
        </label>
        <label className="filter">
          <input
            type="checkbox"
            className="item-box-check"
            checked={place.deletesOnly}
            onChange={() => go({ deletesOnly: !place.deletesOnly })}
          />
          <span>{t.undo.deletesOnly}</span>
        </label>
        {isChosen && mayUndoAll && !place.deletesOnly && (
          <Button icon="undo" onClick={() => void undoAll()}>
            {t.undo.undoAll}
          </Button>
        )}
      </Filters>
      {groups.length > 0 ? (
        <ol className="undo-groups" aria-busy={isFetching}>
          {groups.map((group) => (
            <UndoGroup
              key={`${group.root} ${group.operations[0]?.seq}`}
              group={group}
              place={nameOf(group.root)}
              rights={rightsIn(group.root)}
              onUndoAll={
                standsAlone(group, groups)
                  ? () => setUndoing({ wishes: [wishOf(group)], title: t.undo.dialogAll })
                  : undefined
              }
              undoOf={undoOf(group)}
              onLook={(operation) => void look(operation)}
              onCompare={compare}
            />
          ))}
        </ol>
      ) : (
        !isPending &&
        !changed.isLoading &&
        !hasNextPage && (
          <div className="empty">
            <Icon name="pulse" large />
            <h2>
              {isFiltered
                ? t.undo.nothingFound
                : unseen.length > 0
                  ? beginWords().added.nothingToShow
                  : t.undo.empty}
            </h2>
            {isFiltered ? (
              <p className="empty-actions">
                <Button onClick={() => navigate('/undo', { replace: true })}>{t.undo.clear}</Button>
              </p>
            ) : (
              <p className="soft">{t.undo.emptyHint}</p>
            )}
            <UnseenNote shares={unseen} />
          </div>
        )
      )}
      <ListEnd list={list} />
      {undoing && (
        <TakeBackDialog
          title={undoing.title}
          button={t.undo.doUndo}
          wishes={undoing.wishes}
          one={undoing.one}
          done={({ restored }) => t.undo.done(restored)}
          onClose={() => setUndoing(undefined)}
        >
          <p>{t.undo.onlyThese}</p>
        </TakeBackDialog>
      )}
    </section>
  )
}

/** Each of these is asked for by itself: more of them by who did it and when. */
const MOST_WISHES = 10

/** To undo these and nothing else; undefined where that cannot be said. */
function wishesOf(
  { operations }: Action,
  group: Group,
  groups: readonly Group[],
): readonly TakeBack[] | undefined {
  if (operations.length <= MOST_WISHES)
    return operations.map(({ root, seq }) => ({ root, from_seq: seq, to_seq: seq }))
  const part = { ...group, operations: [...operations] }
  const others = groups.filter((one) => one !== group)
  return standsAlone(part, [part, ...others]) ? [wishOf(part)] : undefined
}

/** What this one did from the first to the last of these. */
function wishOf(group: Group): TakeBack {
  const { root, person_id, machine_id } = group
  return {
    root,
    ...spanOf(group),
    ...(person_id !== null && { person_id }),
    ...(machine_id !== null && { machine_id }),
  }
}

/** All who were seen to do something, also while only one of them is shown. */
function useSeen(operations: readonly Happened[]): Doing[] {
  const seen = useRef(new Map<string, Doing>())
  for (const { person_id, person_name, machine_id, machine_name } of operations)
    seen.current.set(`${person_id} ${machine_id}`, {
      ...{ person_id, machine_id, person_name: person_name ?? null, machine_name: machine_name ?? null },
    })
  return [...seen.current.values()]
}
