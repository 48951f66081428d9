import type { RootId } from '@holdfast/api/ids'
import { formatUtc, MINUTE_MS } from '@holdfast/api/time'
import { busy, noSuch } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { hashToken } from '../../../sign-in/oauth/tokens.ts'
import { type OpenZip, openZip, type ZipChoice } from './open-zip.ts'
import { deleteExpiredOrders, deleteOrder, findOrder, insertOrder } from './queries.ts'

/** A browser follows at once; one that waits in a line, a little later. */
const GOOD_FOR_MS = 2 * MINUTE_MS
/** Of one person: each holds up to some thousand ids. */
const ORDERS = { most: 30, ms: MINUTE_MS }

/** Takes ids that are too many for an address, and gives an address for them: for the caller, and for one use. */
export async function orderZip(
  ctx: Ctx,
  who: PersonPrincipal,
  place: { rootId: RootId; folderId: ParentId },
  { file_ids, folder_ids }: ZipChoice,
): Promise<{ id: string; expires: string }> {
  // Refusals are answered here, where a program can read them: a browser that saves a file shows no reasons.
  await openZip(ctx, who, place, { file_ids, folder_ids })
  const wait = await ctx.limits.take(`zips of person ${who.personId}`, ORDERS)
  if (wait !== undefined)
    busy(`You can request up to ${ORDERS.most} zips a minute. Try again in a minute.`, wait)
  const id = ctx.random(32).toString('base64url')
  const expires_at = ctx.now() + GOOD_FOR_MS
  await ctx.db.write((tx) =>
    insertOrder(tx, {
      hash: hashToken(id),
      person_id: who.personId,
      root_id: place.rootId,
      folder_id: place.folderId,
      choice: JSON.stringify({ file_ids, folder_ids }),
      expires_at,
    }),
  )
  return { id, expires: formatUtc(expires_at) }
}

/** What was ordered, if its person may have it still. It is used up when the first bytes go out. */
export async function openOrderedZip(ctx: Ctx, who: PersonPrincipal, id: string): Promise<OpenZip> {
  const hash = hashToken(id)
  const gone = (): never => noSuch('zip at this address, or it is for someone else')
  const order = (await findOrder(ctx.db.read, hash, who.personId, ctx.now())) ?? gone()
  const place = { rootId: order.root_id, folderId: order.folder_id }
  const zip = await openZip(ctx, who, place, JSON.parse(order.choice) as ZipChoice)
  return {
    ...zip,
    async begun() {
      // Of two at once one has it.
      if (!(await ctx.db.write((tx) => deleteOrder(tx, hash)))) gone()
      await zip.begun()
    },
  }
}

export const expireZipOrders = (ctx: Ctx): Promise<void> =>
  ctx.db.write((tx) => deleteExpiredOrders(tx, ctx.now()))
