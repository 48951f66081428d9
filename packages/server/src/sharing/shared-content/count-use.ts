import { createHash } from 'node:crypto'
import type { PersonId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Within } from '../../files/writing/upload-file.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VISITOR } from '../../platform/messages/letters/mail-data.ts'
import { callerKey } from '../../platform/principal.ts'
import { findLinkForUpdate, type LinkRow } from '../../records/links.ts'
import { holdRoot } from '../../records/roots.ts'
import { noteLinkUse } from '../notices/note-link-use.ts'
import { addLimitedView, addUse, findBegun, markUsed, noteBegun } from './queries.ts'
import { failUsedUp, isUsedUp } from './used-up.ts'
import type { Visit } from './visit.ts'

/** How long the parts of one download, or of one look, may take. */
const RESUMED_MS = DAY_MS

/** What someone reads: `content` changes with the bytes, and a part may be the rest of what was counted. */
export interface Download {
  content: string
  ranged: boolean
  /** Its path, as the creator of the link sees it. */
  path: string
}

/** As `checkLeft`, but lets someone go on with what was counted. */
export async function checkDownloadLeft(
  ctx: Ctx,
  visit: Visit,
  download: Omit<Download, 'path'>,
): Promise<void> {
  const { link, exempt } = visit.access
  if (exempt || !isUsedUp(link)) return
  const begun = { link_id: link.id, client: clientOf(visit), content: download.content }
  if (!download.ranged || !(await findBegun(ctx.db.read, begun, ctx.now() - RESUMED_MS))) failUsedUp()
}

/** A link that is held while a use of it is counted. */
interface HeldLink {
  tx: Tx
  link: LinkRow
  at: Instant
  /** Whether it is no rest of what was counted before: then there must be one left, and it is noted as begun. */
  isNew(): Promise<boolean>
}

/** Counts a use exactly: where the limit leaves one, one of many at once gets it. */
async function holdingLink(
  ctx: Ctx,
  visit: Visit,
  { content, ranged }: Omit<Download, 'path'>,
  count: (held: HeldLink) => Promise<void>,
): Promise<void> {
  const at = ctx.now()
  const since = at - RESUMED_MS
  await ctx.db.write(async (tx) => {
    const link = (await findLinkForUpdate(tx, visit.access.link.id)) ?? fail('not_found')
    const begun = { link_id: link.id, client: clientOf(visit), content }
    const isNew = async () => {
      if (ranged && (await findBegun(tx, begun, since))) return false
      if (isUsedUp(link)) failUsedUp()
      await noteBegun(tx, begun, at, since)
      return true
    }
    await count({ tx, link, at, isNew })
  })
}

export async function countDownload(ctx: Ctx, visit: Visit, download: Download): Promise<void> {
  const { exempt, subscriber } = visit.access
  if (exempt) return
  await holdingLink(ctx, visit, download, async ({ tx, link, at, isNew }) => {
    if (!(await isNew())) return
    await addUse(tx, { id: link.id, subscriberId: subscriber?.id }, 'times_downloaded', at)
    await noteLinkUse(tx, { kind: 'downloaded', link, ...actorOf(visit), item: download.path, at })
  })
}

/** Runs an upload through a link, and tells the creator if that was asked for: by the name that a sender gave, if any. */
export function notingUpload(ctx: Ctx, visit: Visit, sender = ''): Within {
  const { link, shared } = visit.access
  return async (tx, commit) => {
    const at = ctx.now()
    // In this order, as wherever both are held.
    await holdRoot(tx, link.root_id)
    await markUsed(tx, link.id, at)
    const file = await commit()
    const item = `${pathOf(shared.ancestors)}${file.path}`
    const by = actorOf(visit)
    const actor = sender === '' ? by.actor : sender
    await noteLinkUse(tx, { kind: 'uploaded', link, ...by, actor, item, at })
    return file
  }
}

/** Who used a link, as its creator sees it. */
function actorOf({ who: { account }, access }: Visit): { actor: string; actorId: PersonId | undefined } {
  return {
    actor: account?.name ?? access.subscriber?.email ?? VISITOR,
    actorId: account?.kind === 'person' ? account.personId : undefined,
  }
}

/** A shown file. Where there is a limit it uses that up, but for the rest of what was counted. */
export async function countLook(
  ctx: Ctx,
  visit: Visit,
  { start, ...look }: Omit<Download, 'path'> & { start: number },
): Promise<void> {
  const { exempt, subscriber, link: shared } = visit.access
  // A player that jumps to and fro looks once.
  const begins = start === 0
  if (exempt || (!begins && shared.download_limit === null)) return
  await holdingLink(ctx, visit, look, async ({ tx, link, at, isNew }) => {
    if (link.download_limit !== null && (await isNew())) await addLimitedView(tx, link.id)
    if (begins) await addUse(tx, { id: link.id, subscriberId: subscriber?.id }, 'times_viewed', at)
  })
}

/** An opened page. */
export async function countView(ctx: Ctx, { access }: Visit): Promise<void> {
  const { link, subscriber, exempt } = access
  if (exempt) return
  await ctx.db.write((tx) =>
    addUse(tx, { id: link.id, subscriberId: subscriber?.id }, 'times_viewed', ctx.now()),
  )
}

export const noteChange = (ctx: Ctx, { access }: Visit): Promise<void> =>
  ctx.db.write((tx) => markUsed(tx, access.link.id, ctx.now()))

/** The same browser or program, as far as that can be known; which one it is, nobody can tell from it. */
function clientOf({ who, caller }: Visit): string {
  return createHash('sha256')
    .update(`${callerKey(who)}\n${caller.userAgent}`)
    .digest('hex')
}
