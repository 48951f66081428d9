import type { OrganizationId } from '@holdfast/api/ids'
import type { Share } from '@holdfast/api/sharing/shares'
import { countingMisses } from '../../access/guessable.ts'
import { authorizeNewShare } from '../../access/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { checkedName } from '../../records/names.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { recordSubscribers } from '../../records/record-subscribers.ts'
import { insertRoot } from '../../records/roots.ts'
import { type GivenLists, readLists, type SubscriberLists } from './read-lists.ts'
import { isUninvitable } from './set-externals.ts'
import { setSubscribers } from './set-subscribers.ts'
import { shareView } from './view.ts'

export interface NewShare {
  name: string
  description: string
  autoLock: boolean
  notify: boolean
  lists: GivenLists
}

export async function createShare(
  ctx: Ctx,
  who: PersonPrincipal,
  organizationId: OrganizationId,
  given: NewShare,
): Promise<Share> {
  await authorizeNewShare(ctx.db.read, who, organizationId)
  // Devices keep a share in a folder of its name.
  const name = checkedName(given.name, 'folder')
  const lists = readLists(given.lists)
  const create = async (tx: Tx) => {
    // From here on nobody leaves the organization, and it is not deleted.
    await holdOrganization(tx, organizationId)
    const { administrator } = await authorizeNewShare(tx, who, organizationId)
    const at = ctx.now()
    const share = await insertRoot(tx, {
      organization_id: organizationId,
      person_id: null,
      root_type: 'share',
      name,
      description: given.description,
      auto_lock: given.autoLock ? 1 : 0,
      notify: given.notify ? 1 : 0,
      created_at: at,
      deleted_at: null,
      purged_at: null,
    })
    const changed = await setSubscribers(
      ctx,
      tx,
      who,
      share,
      administrator ? lists : withMaker(lists, who),
      at,
    )
    await recordActivity(tx, who, 'share_created', { root: share }, at)
    await recordSubscribers(tx, who, share, changed, at)
    return shareView(share, at)
  }
  return countingMisses(ctx, who, isUninvitable, () => ctx.db.write(create))
}

/** Who makes a share manages it, unless it says otherwise; administrators manage all of them anyway. */
function withMaker(lists: SubscriberLists, { personId }: PersonPrincipal): SubscriberLists {
  const persons = lists.persons ?? []
  if (persons.some(({ id }) => id === personId)) return lists
  return { ...lists, persons: [...persons, { id: personId, target: 'all', role: 'CO_OWNER' }] }
}
