import type { SharelinkId, SubscriberId } from '@holdfast/api/ids'
import type { SharelinkSubscriber } from '@holdfast/api/sharing/links'
import { noSuch, refuse } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  deleteSubscriberRow,
  findSubscriber,
  type LinkRow,
  type SubscriberRow,
  updateSubscriberRow,
} from '../../records/links.ts'
import { asFlag } from './create-link.ts'
import { type Invited, subscribe } from './subscribe.ts'
import { tellAs } from './tell-subscriber.ts'
import { holdLink } from './update-link.ts'
import { subscriberView } from './view.ts'

export interface SubscriberRights {
  writeAccess: boolean | undefined
  deleteAccess: boolean | undefined
}
export interface SubscriberNotice {
  notify: boolean
  message: string | undefined
}

/** What is deleted through a link is in a folder. */
function checkRights({ kind }: LinkRow, { deleteAccess }: SubscriberRights): void {
  if (deleteAccess && kind === 'file') refuse('delete_access', 'only for links to folders')
}

export const addSubscriber = (
  ctx: Ctx,
  who: PersonPrincipal,
  linkId: SharelinkId,
  invited: Invited,
  rights: SubscriberRights,
  { notify, message }: SubscriberNotice,
): Promise<SharelinkSubscriber> =>
  ctx.db.write(async (tx) => {
    const { link, shared, creator } = await holdLink(tx, who, linkId)
    checkRights(link, rights)
    const flags = {
      write_access: asFlag(rights.writeAccess ?? false),
      delete_access: asFlag(rights.deleteAccess ?? false),
    }
    const notice = notify ? { message } : undefined
    const row = await subscribe(ctx, tx, { who, link, shared, at: ctx.now() }, invited, flags, notice)
    return subscriberView(ctx, tx, { link, creator }, row)
  })

export const updateSubscriber = (
  ctx: Ctx,
  who: PersonPrincipal,
  { linkId, id }: { linkId: SharelinkId; id: SubscriberId },
  rights: SubscriberRights,
  { notify, message }: SubscriberNotice,
): Promise<SharelinkSubscriber> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { link, shared, creator } = await holdLink(tx, who, linkId)
    const before = await getSubscriber(tx, linkId, id)
    checkRights(link, rights)
    const change = differing(rights, {
      writeAccess: before.write_access === 1,
      deleteAccess: before.delete_access === 1,
    })
    const changes = Object.keys(change).length > 0
    const row = changes
      ? await updateSubscriberRow(tx, id, {
          ...(change.writeAccess !== undefined && { write_access: asFlag(change.writeAccess) }),
          ...(change.deleteAccess !== undefined && { delete_access: asFlag(change.deleteAccess) }),
        })
      : before
    if (notify) await tellAs(ctx, tx, who, { link, at }, row, message)
    const about = { root: shared.root, path: `${pathOf(shared.ancestors)}/${shared.entry.name}` }
    if (changes) await recordActivity(tx, who, 'link_changed', about, at)
    return subscriberView(ctx, tx, { link, creator }, row)
  })

const getSubscriber = async (tx: Tx, linkId: SharelinkId, id: SubscriberId): Promise<SubscriberRow> =>
  (await findSubscriber(tx, linkId, id)) ?? noSuch(`subscriber ${id} of share link ${linkId}`)

export const deleteSubscriber = (
  ctx: Ctx,
  who: PersonPrincipal,
  { linkId, id }: { linkId: SharelinkId; id: SubscriberId },
): Promise<void> =>
  ctx.db.write(async (tx) => {
    const { shared } = await holdLink(tx, who, linkId)
    const row = await getSubscriber(tx, linkId, id)
    await deleteSubscriberRow(tx, row.id)
    const about = { root: shared.root, path: `${pathOf(shared.ancestors)}/${shared.entry.name}` }
    await recordActivity(tx, who, 'link_unshared', about, ctx.now())
  })
