import type { PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { ROLES_THAT_SEE_FILES } from '../../access/permissions.ts'
import type { Ctx } from '../../platform/context.ts'
import { findRoot } from '../../records/roots.ts'
import {
  addShareNotices,
  beginTelling,
  countByAuthor,
  finishTelling,
  holdTelling,
  listMembersOf,
  listSharesToTell,
  listSources,
  type NewsRow,
} from './queries.ts'
import { MOST_MS, QUIET_MS } from './schedule.ts'

const SHARES_AT_ONCE = 20
const MEMBERS_AT_ONCE = 500
const CHANGES_AT_ONCE = 5000

/**
 * Makes notices of what happened in team shares. Changes of files do nothing for it: the log of a share says it all,
 * and the news of a share are a stretch of that log which its members have not been notified of. True if there may be more.
 */
export async function gatherShareNews(ctx: Ctx): Promise<boolean> {
  const now = ctx.now()
  const due = { quietSince: now - QUIET_MS, longSince: now - MOST_MS }
  const shares = await listSharesToTell(ctx.db.read, due, SHARES_AT_ONCE)
  let failure: unknown
  for (const id of shares)
    await gatherFrom(ctx, id).catch((error) => {
      ctx.log.error({ err: error, root: id }, 'the news of a share could not be gathered')
      failure ??= error
    })
  if (failure !== undefined) throw failure
  return shares.length === SHARES_AT_ONCE
}

/** Safe to run twice and to be killed: nobody is mailed of a stretch before all members have their notice of it. */
async function gatherFrom(ctx: Ctx, id: RootId): Promise<void> {
  const news = await ctx.db.write(async (tx) => {
    const root = await findRoot(tx, id)
    return root && beginTelling(tx, root)
  })
  if (!news) return
  const made = await countChanges(ctx, news)
  if (made.total > 0)
    for (const source of await listSources(ctx.db.read, id, ROLES_THAT_SEE_FILES))
      for (let after = 0, more = true; more; ) {
        const page = { after, limit: MEMBERS_AT_ONCE }
        const members = await listMembersOf(ctx.db.read, id, source, ROLES_THAT_SEE_FILES, page)
        await addFor(ctx, news, members, made)
        more = members.length === MEMBERS_AT_ONCE
        after = members.at(-1) ?? after
      }
  await ctx.db.write((tx) => finishTelling(tx, news))
}

interface Made {
  total: number
  firstAt: Instant
  by: ReadonlyMap<PersonId | null, number>
}

/** Piece by piece, so that no query reads long. Numbers have no gaps. */
async function countChanges(ctx: Ctx, { root_id, told_seq, telling_seq }: NewsRow): Promise<Made> {
  const by = new Map<PersonId | null, number>()
  let total = 0
  let firstAt = Number.MAX_SAFE_INTEGER
  const end = telling_seq ?? told_seq
  for (let from = told_seq; from < end; from += CHANGES_AT_ONCE) {
    const to = Math.min(from + CHANGES_AT_ONCE, end)
    for (const { person_id, count, first_at } of await countByAuthor(ctx.db.read, root_id, { from, to })) {
      by.set(person_id, (by.get(person_id) ?? 0) + count)
      total += count
      firstAt = Math.min(firstAt, first_at)
    }
  }
  return { total, firstAt, by }
}

/** Nobody is notified of their own actions. */
async function addFor(ctx: Ctx, news: NewsRow, members: readonly PersonId[], made: Made): Promise<void> {
  const notices = members
    .map((person_id) => ({
      person_id,
      kind: 'share_changed' as const,
      root_id: news.root_id,
      from_seq: news.told_seq,
      to_seq: news.telling_seq,
      count: made.total - (made.by.get(person_id) ?? 0),
      first_at: made.firstAt,
      due_at: ctx.now(),
    }))
    .filter(({ count }) => count > 0)
  if (notices.length === 0) return
  await ctx.db.write(async (tx) => {
    if (await holdTelling(tx, news)) await addShareNotices(tx, notices)
  })
}
