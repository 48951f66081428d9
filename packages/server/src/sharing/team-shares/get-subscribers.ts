import type { PersonId } from '@holdfast/api/ids'
import type { GroupSubscription, PersonSubscription, Subscribers } from '@holdfast/api/sharing/shares'
import { authorizeShare, type SharePath } from '../../access/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findMemberNames } from '../../records/actor-names.ts'
import { listFromGroups } from '../../records/share-members.ts'
import { listGroupSubscriptions, listPersonSubscriptions } from '../../records/shares.ts'
import { listExternals } from './invitation-queries.ts'

const targetView = (target: string) =>
  (/^\d+$/.test(target) ? Number(target) : target) as PersonSubscription[1]

export async function getSubscribers(
  ctx: Ctx,
  who: PersonPrincipal,
  path: SharePath,
  { fromGroup, withNames }: { fromGroup: boolean; withNames: boolean },
): Promise<Subscribers> {
  const db = ctx.db.read
  const { id } = await authorizeShare(db, who, path)
  const persons = await listPersonSubscriptions(db, id)
  const groups = await listGroupSubscriptions(db, id)
  // Accounts that were disabled take no part until they are enabled again.
  const externals = (await listExternals(db, id)).filter(({ active }) => active)
  const brought = fromGroup ? await listFromGroups(db, id) : []
  const idsOf = (rows: readonly { person_id: PersonId }[]) => rows.map(({ person_id }) => person_id)
  const members = [...idsOf(persons), ...idsOf(brought)]
  return {
    ...(withNames && {
      names: await findMemberNames(
        db,
        members,
        groups.map(({ group_id }) => group_id),
      ),
    }),
    ...(withNames && {
      external_roles: Object.fromEntries(externals.map(({ email, role }) => [email, role])),
    }),
    external_subscribers: Object.fromEntries(externals.map(({ email, status }) => [email, status])),
    from_group: brought.map(({ person_id, target, role }) => [
      person_id,
      target as GroupSubscription[1],
      role,
    ]),
    group_subscribers: groups.map(({ group_id, target, role }) => [
      group_id,
      target as GroupSubscription[1],
      role,
    ]),
    subscribers: persons.map(({ person_id, target, role }) => [person_id, targetView(target), role]),
  }
}
