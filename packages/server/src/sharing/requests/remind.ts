import type { SharelinkId, SubscriberId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { fail, noSuch } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { isMissing, listToRemind } from '../../records/file-requests.ts'
import { findSubscriber, type SubscriberRow, updateSubscriberRow } from '../../records/links.ts'
import { stateOf } from '../collecting/request-state.ts'
import { remindAs } from '../links/tell-subscriber.ts'
import { holdLink } from '../links/update-link.ts'
import { authorizeRequest } from './get-request.ts'

/** So many mails of one call; who is left is reminded by the next one. */
const MOST_AT_ONCE = 100

/** Mails one who has sent nothing, or all of them, once a day at most. Gives how many. */
export const remind = (
  ctx: Ctx,
  who: PersonPrincipal,
  id: SharelinkId,
  subscriberId: SubscriberId | undefined,
): Promise<number> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { link, shared } = await holdLink(tx, who, id)
    const { request } = await authorizeRequest(tx, who, id)
    if (stateOf(request, at) !== 'open')
      fail('policy_error', 'The file request is closed. Open it again before you send reminders.')
    const rows =
      subscriberId === undefined
        ? await listToRemind(tx, id, at - DAY_MS, MOST_AT_ONCE)
        : [await oneToRemind(tx, id, subscriberId, at)]
    if (rows.length === 0)
      fail(
        'policy_error',
        'There is nobody to remind: everyone has sent files, or was reminded within a day.',
      )
    for (const row of rows) {
      await updateSubscriberRow(tx, row.id, { reminded_at: at })
      await remindAs(ctx, tx, who, { link, at }, row)
    }
    const path = `${pathOf(shared.ancestors)}/${shared.entry.name}`
    await recordActivity(tx, who, 'request_reminded', { root: shared.root, path, about: request.title }, at)
    return rows.length
  })

async function oneToRemind(
  tx: Tx,
  linkId: SharelinkId,
  id: SubscriberId,
  at: Instant,
): Promise<SubscriberRow> {
  const row = (await findSubscriber(tx, linkId, id)) ?? noSuch(`subscriber ${id} of this share link`)
  if (!(await isMissing(tx, linkId, id))) fail('policy_error', 'They have already sent files.')
  if (row.reminded_at !== null && row.reminded_at > at - DAY_MS)
    fail('policy_error', 'They were reminded less than a day ago. Try again tomorrow.')
  return row
}
