import type { EntryId } from '@holdfast/api/ids'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { addressOfHistory, type HistoryPlace } from '../../core/addresses/time-routes.ts'
import * as chosen from '../../core/list/selection.ts'
import { noteStep } from '../../data/account/first-steps.ts'
import { useFolder, useRules } from '../../data/files/folder.ts'
import { forgetHistory, useActors, useMoment } from '../../data/history/history.ts'
import { codeOf, isInTheWay } from '../../data/service/errors.ts'
import { liveChanges } from '../../data/service/live.ts'
import type { ViewerOf } from '../../files/content/viewer-of.ts'
import { ByWhomFilter } from '../../files/history/by-whom.tsx'
import type { ListItem } from '../../files/list/list-acts.ts'
import { formatPoint, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { toast } from '../../platform/toasts.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Crumbs } from './crumbs.tsx'
import { DaySteps, useSteps } from './day-steps.tsx'
import { Differences } from './differences.tsx'
import { PastList } from './past-list.tsx'
import { SetBack } from './set-back.tsx'
import { Strip } from './strip.tsx'
import { type Order, usePast } from './use-past.ts'
import './history.css'

/** What others do is counted again at most so often. */
const PAUSE_MS = 2000
/** Each is set back by itself. */
const MOST_CHOSEN = 100

/** A folder at any time: how much changed when, how it was, what is different, and back to it. */
export function HistoryScreen({ place, Viewer }: { place: HistoryPlace; Viewer: ViewerOf }) {
  const { root, folder: folderId, at } = place
  const [, navigate] = useLocation()
  const folder = useFolder(root, folderId)
  useEffect(() => noteStep('past'), [])
  const rules = useRules(root).data
  const actors = useActors(root).data ?? []
  const [opened, setOpened] = useState(now)
  const [read, setRead] = useState(0)
  const known = useMoment(root, at)
  const other = useMoment(root, place.from)
  const shown = useRef(opened)
  // While the time of a point is on its way, the day before it stays to be seen.
  if (at === undefined) shown.current = opened
  else if (known !== undefined) shown.current = known
  const moment = shown.current
  const [order, setOrder] = useState<Order>({ sort: 'name', descending: false })
  const pages = usePast(place, order, read)
  const [selection, setSelection] = useState(chosen.NOTHING)
  const [looking, setLooking] = useState<ListItem>()
  const [settingBack, setSettingBack] = useState<{ items: readonly ListItem[] | undefined }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is all that matters
  const go = useCallback(
    (next: Partial<HistoryPlace>, replace = true) =>
      navigate(addressOfHistory({ ...place, ...next }), { replace }),
    [addressOfHistory(place)],
  )
  const goTo = useCallback((point: string | undefined) => go({ at: point }), [go])
  const steps = useSteps(place, moment, goTo)
  const readAgain = useCallback(() => {
    forgetHistory(root)
    setOpened(now())
    setRead((count) => count + 1)
  }, [root])
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = liveChanges.add((change) => {
      if (change.root_id === root)
        waiting ??= setTimeout(() => {
          waiting = undefined
          readAgain()
        }, PAUSE_MS)
    })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [root, readAgain])

  if (isInTheWay(folder.error, folder.data !== undefined))
    return <ProblemScreen error={folder.error} onRetry={() => void folder.refetch()} />
  if (!folder.data || !pages) return <p className="history soft">{t.general.loading}</p>
  const { permissions, way } = folder.data
  const isPast = at !== undefined
  const time = !isPast ? t.history.nowInside : known === undefined ? t.history.beginning : formatPoint(moment)
  const otherTime = place.from === undefined ? t.history.nowInside : formatPoint(other ?? now())
  const mayChange = permissions.includes('FILE_WRITE') && permissions.includes('FILE_DELETE')
  const mayRollBack = rules?.may_roll_back === true
  // What is chosen is seen in the list only.
  const items =
    selection.kind === 'some' && !place.isDiff
      ? [...selection.ids].flatMap((id) => pages.find(id)?.item ?? [])
      : undefined
  const mayBack = (all: readonly ListItem[]) =>
    mayChange && (mayRollBack || all.every(({ type }) => type === 'file'))
  const back = (all: readonly ListItem[] | undefined) =>
    all && all.length > MOST_CHOSEN
      ? toast(t.history.tooMany(MOST_CHOSEN), { bad: true })
      : setSettingBack({ items: all })
  const open = (item: ListItem) =>
    item.type === 'folder'
      ? navigate(addressOfHistory({ ...place, folder: item.id }))
      : permissions.includes('FILE_READ') && setLooking(item)
  const details = (id: EntryId) =>
    navigate(addressOfPlace({ ...placeAt(root, folderId), selected: [id], panel: 'versions' }))
  const isEarlier = place.from === undefined || (other ?? 0) >= moment
  const points = isEarlier ? { from: at, to: place.from } : { from: place.from, to: at }
  const titles: [string, string] = isEarlier ? [time, otherTime] : [otherTime, time]
  return (
    <section className={isPast ? 'history history-past' : 'history'}>
      <header className="history-head">
        <Crumbs place={place} way={way} />
        <span className="history-filters">
          <ByWhomFilter {...place} actors={actors} onChange={(next) => go(next)} />
        </span>
        <Link
          href={addressOfPlace(placeAt(root, folderId))}
          className="button button-plain"
          aria-label={t.history.leave}
        >
          <Icon name="close" />
          <span>{t.history.leave}</span>
        </Link>
      </header>
      <Strip place={place} moment={moment} onChoose={(point) => go({ at: point }, false)} />
      <DaySteps place={place} moment={moment} steps={steps} onGo={goTo} />
      <div className="history-bar">
        <p className="history-when" role="status">
          <Icon name="clock" />
          <strong>
            {place.isDiff
              ? t.history.rememberHint(...titles)
              : isPast
                ? known === undefined
                  ? t.history.beginning
                  : t.history.asItWas(time)
                : t.history.asItIs}
          </strong>
          {isPast && <Button onClick={() => goTo(undefined)}>{t.history.now}</Button>}
        </p>
        {place.isDiff ? (
          <>
            {isPast && place.from !== at && (
              <Button onClick={() => go({ from: at })}>{t.history.remember}</Button>
            )}
            {place.from !== undefined && (
              <Button onClick={() => go({ from: undefined })}>{t.history.compareWithNow}</Button>
            )}
            <Button icon="list" onClick={() => go({ isDiff: false, from: undefined })}>
              {t.history.showList}
            </Button>
          </>
        ) : (
          isPast && (
            <Button icon="details" onClick={() => go({ isDiff: true })}>
              {t.history.compare}
            </Button>
          )
        )}
        {isPast && mayChange && (items === undefined || items.length === 0) && mayRollBack && (
          <Button kind="primary" icon="restore" onClick={() => back(undefined)}>
            {folderId === 0 ? t.history.setAllBack : t.history.setFolderBack}
          </Button>
        )}
        {isPast && items && items.length > 0 && mayBack(items) && (
          <Button kind="primary" icon="restore" onClick={() => back(items)}>
            {t.history.setChosenBack(items.length)}
          </Button>
        )}
        {isPast && mayChange && rules && !mayRollBack && (
          <p className="history-ask soft">{t.history.notAllowed}</p>
        )}
      </div>
      {place.isDiff ? (
        <Differences
          {...{ root, folder: folderId, who: place.who, machine: place.machine, permissions, titles }}
          {...points}
          Viewer={Viewer}
          onDetails={details}
        />
      ) : codeOf(pages.error) === 'not_found' ? (
        <div className="empty">
          <Icon name="clock" large />
          <h2>{t.history.notYet}</h2>
          <p className="soft">{t.history.notYetHint}</p>
        </div>
      ) : isInTheWay(pages.error, pages.total !== undefined) ? (
        <ProblemScreen error={pages.error} onRetry={() => pages.refresh()} />
      ) : (
        <PastList
          pages={pages}
          folder={folder.data}
          order={order}
          onOrder={setOrder}
          selection={selection}
          onSelect={setSelection}
          onOpen={open}
          onStep={(by) => (by > 0 ? isPast && steps.on() : steps.back())}
          onSetBack={isPast && mayChange ? (item) => mayBack([item]) && back([item]) : undefined}
        />
      )}
      {looking?.type === 'file' && (
        <Suspense>
          <Viewer
            root={root}
            file={looking}
            revision={looking.revision_id}
            position={undefined}
            neighbours={[]}
            onClose={() => setLooking(undefined)}
            onDetails={() => details(looking.id)}
            mayEdit={false}
            maySave
          />
        </Suspense>
      )}
      {settingBack && isPast && (
        <SetBack
          place={{ ...place, at }}
          time={time}
          names={{ folder: folder.data.name, root: way[0]?.name ?? '' }}
          items={settingBack.items}
          whom={whomOf(place, actors)}
          onClose={() => setSettingBack(undefined)}
          onDone={() => {
            setSelection(chosen.NOTHING)
            readAgain()
          }}
        />
      )}
    </section>
  )
}

/** Those whom the filters name. */
function whomOf({ who, machine }: HistoryPlace, actors: ReturnType<typeof useActors>['data']) {
  const actor = actors?.find(
    ({ person_id, machine_id }) =>
      (who === undefined || person_id === who) && (machine === undefined || machine_id === machine),
  )
  if (who === undefined && machine === undefined) return undefined
  const name = machine !== undefined ? actor?.machine_name : actor?.person_name
  return shownName(name ?? (machine !== undefined ? t.history.aDevice : t.history.someone))
}
