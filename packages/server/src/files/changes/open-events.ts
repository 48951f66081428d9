import type { NewsOfLists } from '@holdfast/api/files/changes'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import { seesAllActivity, withoutHiddenNames } from '../../access/activity.ts'
import { listVisibleRoots } from '../../access/visible-roots.ts'
import { ApiError, fail } from '../../errors.ts'
import { logFailure, outageOf } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Topic } from '../../platform/db/database.ts'
import { currentEpoch, type Epoch } from '../../platform/installation/epoch.ts'
import type { Watch } from '../../platform/live/hub.ts'
import { callerKey, type PersonPrincipal } from '../../platform/principal.ts'
import { findActivity } from '../../records/activity/queries.ts'
import { activityView } from '../../records/activity/view.ts'
import { findActorNames } from '../../records/actor-names.ts'
import type { RootRow } from '../../records/roots.ts'
import { ListNews } from './list-news.ts'
import { Position } from './position.ts'
import { findNewestActivity, listLog, listOfOrganizationAfter, listOfPersonAfter } from './queries.ts'
import { changeView } from './view.ts'
import type { WaitingCaller } from './waiting-caller.ts'

const PAGE = 100
/** How often rights are checked for each look for activity that nobody announced. */
const CHECKS_PER_LOOK = 8

export interface LiveEvent {
  event: 'hello' | 'change' | 'activity' | 'list' | 'end'
  /** Where to go on after it; `end` leaves that as it was. */
  id?: string
  data: object
}

/** What is to be sent, some at a time; more is read only when it is asked for. */
export interface EventFeed extends Disposable {
  batches: AsyncGenerator<LiveEvent[], void>
}

interface EventWish {
  /** Of persons and machines. */
  includeNames: boolean
  /** News of the lists that an administrator sees. */
  includeLists: boolean
}

/** Starts behind `lastEventId`, else now. What is wrong with the request is thrown here, before anything is sent. */
export async function openEvents(
  ctx: Ctx,
  caller: WaitingCaller,
  lastEventId: string | undefined,
  { includeNames, includeLists }: EventWish,
): Promise<EventFeed> {
  using opened = new DisposableStack()
  opened.use(ctx.live.streams.take(callerKey(caller.who)))
  const watch = opened.use(ctx.live.hub.watch())
  caller.onGone(() => watch.end())
  const epoch = await currentEpoch(ctx)
  const roots = await listVisibleRoots(ctx.db.read, caller.who)
  const position =
    lastEventId === undefined
      ? await positionNow(ctx.db.read, caller.who, roots)
      : await positionAt(ctx.db.read, caller.who, roots, Position.parse(epoch, lastEventId))
  position.keep(roots)
  const lists = includeLists ? opened.use(await ListNews.open(ctx)) : undefined
  const held = opened.move()
  const batches = follow(ctx, caller, { epoch, position, watch, lists, includeNames })
  return { batches, [Symbol.dispose]: () => held.dispose() }
}

const positionNow = async (
  db: Db,
  { organizationId }: PersonPrincipal,
  roots: readonly RootRow[],
): Promise<Position> =>
  new Position(
    await findNewestActivity(db, organizationId),
    roots.map(({ id, seq }) => [id, seq]),
  )

/** Numbers are never taken back, unless the database is. */
async function positionAt(
  db: Db,
  { organizationId }: PersonPrincipal,
  roots: readonly RootRow[],
  position: Position,
): Promise<Position> {
  const known = await knowsActivity(db, organizationId, position.activity)
  if (!known || roots.some(({ id, seq }) => position.in(id) > seq)) fail('cursor_reset')
  return position
}

const knowsActivity = async (db: Db, organizationId: OrganizationId, id: ActivityId | 0): Promise<boolean> =>
  id === 0 || (await findActivity(db, id))?.acted_on_company_id === organizationId

interface Following {
  epoch: Epoch
  position: Position
  watch: Watch
  lists: ListNews | undefined
  /** Of persons and machines. */
  includeNames: boolean
}

async function* follow(ctx: Ctx, caller: WaitingCaller, to: Following): AsyncGenerator<LiveEvent[], void> {
  const { epoch, position } = to
  const id = position.format(epoch)
  yield [{ event: 'hello', id, data: { epoch: epoch.id, position: id } }]
  try {
    yield* whatHappens(ctx, caller, to)
    yield [{ event: 'end', data: { reason: 'closing' } }]
  } catch (error) {
    const told = outageOf(error)?.told ?? error
    if (!(error instanceof ApiError)) logFailure(ctx.log, error, 'a stream of events failed unexpectedly')
    yield [{ event: 'end', data: { reason: told instanceof ApiError ? told.code : 'unknown' } }]
  }
}

/** Until nobody reads it or the server closes. Throws when the caller is no longer let in. */
async function* whatHappens(
  ctx: Ctx,
  caller: WaitingCaller,
  to: Following,
): AsyncGenerator<LiveEvent[], void> {
  const { watch, position, lists } = to
  for (let checks = 0, more = true; !watch.ended; checks++) {
    const heard = watch.take()
    const who = await caller.again()
    const news = lists?.isDue ? await lists.take(who) : []
    if (news.length > 0) yield news.map(listEvent)
    // The rows that rights are read from have the newest numbers too: a log is read only when there is something.
    const roots = await listVisibleRoots(ctx.db.read, who)
    position.keep(roots)
    let idle = !watch.follow(topicsOf(who, roots))
    for (const root of roots.filter(({ id, seq }) => seq > position.in(id))) {
      yield await changesIn(ctx.db.read, root, to)
      idle = false
      // A change is always on record too, even when the news of both were lost.
      more = true
    }
    if (more || checks % CHECKS_PER_LOOK === 0 || [...heard].some((topic) => !topic.startsWith('r'))) {
      const events = await activities(ctx.db.read, who, to)
      if (events.length > 0) yield events
      more = events.length === PAGE
    }
    if (idle && !more)
      await Promise.race([watch.wait(ctx.live.pace.checkMs), ...(lists ? [lists.due()] : [])])
  }
}

const listEvent = (news: Omit<NewsOfLists, 'type'>): LiveEvent => ({
  event: 'list',
  data: { type: 'list', ...news },
})

const topicsOf = (who: PersonPrincipal, roots: readonly RootRow[]): Topic[] => [
  ...roots.map(({ id }): Topic => `r${id}`),
  seesAllActivity(who) ? `o${who.organizationId}` : `p${who.personId}`,
]

async function changesIn(
  db: Db,
  root: RootRow,
  { epoch, position, includeNames }: Following,
): Promise<LiveEvent[]> {
  const rows = await listLog(db, {
    rootId: root.id,
    after: position.in(root.id),
    upTo: root.seq,
    limit: PAGE,
  })
  const namesOf = includeNames ? await findActorNames(db, rows) : undefined
  return rows.map((row) => {
    position.advance(root.id, row.seq)
    const data = { root_id: root.id, ...changeView(row), ...namesOf?.(row) }
    return { event: 'change', id: position.format(epoch), data }
  })
}

async function activities(
  db: Db,
  who: PersonPrincipal,
  { epoch, position }: Following,
): Promise<LiveEvent[]> {
  const { personId, organizationId } = who
  const rows = seesAllActivity(who)
    ? await listOfOrganizationAfter(db, organizationId, position.activity, PAGE)
    : await listOfPersonAfter(db, personId, organizationId, position.activity, PAGE)
  return (await withoutHiddenNames(db, who, rows)).map((row) => {
    position.activity = row.id
    return { event: 'activity', id: position.format(epoch), data: activityView(row) }
  })
}
