import type { PersonId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { isToCome, latestFrom } from '../platform/basics/clock-jumps.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** Whose tries are counted: an account, or an address that nobody has by its hash. */
export type Tried = `person ${PersonId}` | `stranger ${string}`

/** Beside networks, where tries of an account are counted: wrong codes, and failures of the last day from anywhere. */
const CODES = 'codes'
const ANYWHERE = 'anywhere'

const MAX_TRIES = 5
const LOCK_MS = 30 * 60 * 1000
const MAX_A_DAY = 50
const KNOWN_MS = 90 * DAY_MS
/** More than can be tried in an hour, since each takes a hash: nobody can have a count forgotten by making others. */
const MOST_ROWS = 1_000_000

/**
 * Until when an account is locked for a network, if it is, and whether it has signed in from there. Others who try the
 * same account wait for the end of `tx`.
 */
export async function findLock(
  tx: Tx,
  account: Tried,
  network: string,
  now: Instant,
): Promise<{ until: Instant | undefined; known: boolean }> {
  await touch(tx, account, ANYWHERE, now)
  const rows = await tx
    .selectFrom('sign_in_try')
    .selectAll()
    .where('account', '=', account)
    .where('place', 'in', [network, CODES, ANYWHERE])
    .execute()
  const ends = rows.map(({ locked_until }) => locked_until ?? 0).filter((end) => isToCome(end, now, LOCK_MS))
  const known = rows.some((row) => row.place === network && (row.signed_in_at ?? 0) > now - KNOWN_MS)
  const recent = rows.flatMap((row) => (row.place === ANYWHERE ? failuresOf(row, now) : []))
  if (!known && recent.length >= MAX_A_DAY) ends.push(Math.min(...recent) + DAY_MS)
  return { until: ends.length > 0 ? Math.max(...ends) : undefined, known }
}

/** Until when an account is locked for some network, and when it last signed in, as far as that is still known. */
export async function findSignInState(
  db: Db,
  id: PersonId,
  now: Instant,
): Promise<{ lockedUntil: Instant | undefined; signedInAt: Instant | undefined }> {
  const rows = await db
    .selectFrom('sign_in_try')
    .select(['locked_until', 'signed_in_at'])
    .where('account', '=', `person ${id}`)
    .execute()
  const newest = await db
    .selectFrom('session')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('person_id', '=', id)
    .executeTakeFirst()
  const ends = rows.map(({ locked_until }) => locked_until ?? 0).filter((end) => isToCome(end, now, LOCK_MS))
  const times = [...rows.map(({ signed_in_at }) => signed_in_at ?? 0), Number(newest?.at ?? 0)]
  const latest = (moments: readonly Instant[]) => Math.max(0, ...moments) || undefined
  return { lockedUntil: latest(ends), signedInAt: latest(times) }
}

/** Counts a try from a network as failed. The fifth locks the account there at once, until it turns out to be right. */
export async function countTry(tx: Tx, account: Tried, network: string, now: Instant): Promise<void> {
  await countIn(tx, account, network, now)
  const recent = failuresOf(await touch(tx, account, ANYWHERE, now), now)
  await setRecent(tx, account, [...recent, now])
}

/** As `countTry`, of a code: the fifth locks the account everywhere. False where that has happened already. */
export async function countCode(tx: Tx, account: Tried, now: Instant): Promise<boolean> {
  const { locked_until } = await touch(tx, account, CODES, now)
  if (locked_until !== null && isToCome(locked_until, now, LOCK_MS)) return false
  await countIn(tx, account, CODES, now)
  return true
}

/** Takes back a try of a moment that turned out to be none; a lock that rested on it goes too. */
export async function refundTry(tx: Tx, account: Tried, network: string, triedAt: Instant): Promise<void> {
  await forgetRecent(tx, account, triedAt)
  const { failures } = await touch(tx, account, network, triedAt)
  await setFailures(tx, account, network, Math.max(0, failures - 1), null)
  await copyLock(tx, account)
}

/** Someone signed in from a network: nothing is in a row any more there, nor among the codes. */
export async function noteSuccess(tx: Tx, account: Tried, network: string, triedAt: Instant): Promise<void> {
  await forgetRecent(tx, account, triedAt)
  for (const place of [network, CODES]) await setFailures(tx, account, place, 0, null)
  await tx
    .updateTable('sign_in_try')
    .set({ signed_in_at: triedAt })
    .where('account', '=', account)
    .where('place', '=', network)
    .execute()
  await copyLock(tx, account)
}

/** Keeps with the account until when it is locked at most, for lists. */
export async function copyLock(tx: Tx, account: Tried): Promise<void> {
  const id = Number(/^person (\d+)$/.exec(account)?.[1]) as PersonId
  if (!id) return
  const latest = tx
    .selectFrom('sign_in_try')
    .select(({ fn }) => fn.max('locked_until').as('until'))
    .where('account', '=', account)
  const { until = null } = (await latest.executeTakeFirst()) ?? {}
  await tx
    .updateTable('person')
    .set({ locked_until: until })
    .where('id', '=', id)
    .where((eb) => (until === null ? eb('locked_until', 'is not', null) : eb.lit(true)))
    .execute()
}

/** Lifts every lock of an account. */
export async function liftLocks(tx: Tx, id: PersonId): Promise<void> {
  await tx
    .updateTable('sign_in_try')
    .set({ failures: 0, locked_until: null, recent: '[]' })
    .where('account', '=', `person ${id}`)
    .execute()
  await copyLock(tx, `person ${id}`)
}

/** Forgets what locks nobody any more, the oldest where there are very many, and networks of long ago. */
export async function deleteOldTries(tx: Tx, now: Instant): Promise<void> {
  await tx
    .deleteFrom('sign_in_try')
    .where('tried_at', '<', now - DAY_MS)
    .where((where) =>
      where.or([where('signed_in_at', 'is', null), where('signed_in_at', '<', now - KNOWN_MS)]),
    )
    .execute()
  const oldest = await tx
    .selectFrom('sign_in_try')
    .select('tried_at')
    .where('signed_in_at', 'is', null)
    .orderBy('tried_at', 'desc')
    .offset(MOST_ROWS)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await tx
      .deleteFrom('sign_in_try')
      .where('signed_in_at', 'is', null)
      .where('tried_at', '<=', oldest.tried_at)
      .execute()
}

type Row = { failures: number; locked_until: Instant | null; recent: string }

/** The row of a place, made where there is none, and held until the end of `tx`. */
function touch(tx: Tx, account: Tried, place: string, tried_at: Instant): Promise<Row> {
  return tx
    .insertInto('sign_in_try')
    .values({ account, place, failures: 0, recent: '[]', tried_at })
    .onConflict((conflict) => conflict.columns(['account', 'place']).doUpdateSet({ tried_at }))
    .returning(['failures', 'locked_until', 'recent'])
    .executeTakeFirstOrThrow()
}

async function countIn(tx: Tx, account: Tried, place: string, now: Instant): Promise<void> {
  const { failures, locked_until } = await touch(tx, account, place, now)
  // Whatever locked it is over: else it would not be counted.
  const count = locked_until === null ? failures + 1 : 1
  await setFailures(tx, account, place, count, count >= MAX_TRIES ? now + LOCK_MS : null)
}

async function setFailures(
  tx: Tx,
  account: Tried,
  place: string,
  failures: number,
  locked_until: Instant | null,
): Promise<void> {
  await tx
    .updateTable('sign_in_try')
    .set({ failures, locked_until })
    .where('account', '=', account)
    .where('place', '=', place)
    .execute()
}

const failuresOf = ({ recent }: Pick<Row, 'recent'>, now: Instant): Instant[] =>
  (JSON.parse(recent) as Instant[]).filter((at) => at > now - DAY_MS && at <= latestFrom(now, 0))

async function setRecent(tx: Tx, account: Tried, recent: Instant[]): Promise<void> {
  await tx
    .updateTable('sign_in_try')
    .set({ recent: JSON.stringify(recent.slice(-MAX_A_DAY)) })
    .where('account', '=', account)
    .where('place', '=', ANYWHERE)
    .execute()
}

async function forgetRecent(tx: Tx, account: Tried, at: Instant): Promise<void> {
  const recent = failuresOf(await touch(tx, account, ANYWHERE, at), at)
  const place = recent.indexOf(at)
  if (place !== -1) await setRecent(tx, account, recent.toSpliced(place, 1))
}
