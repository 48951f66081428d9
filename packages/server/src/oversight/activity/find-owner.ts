import type { GroupId, MachineId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { Denied } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findGroup } from '../../records/groups.ts'
import { findLinkByHash, findSubscriberByHash } from '../../records/link-hashes.ts'
import { findLink } from '../../records/links.ts'
import { findMachine } from '../../records/machines.ts'
import { findPerson } from '../../records/people.ts'
import { findRoot } from '../../records/roots.ts'

type Named = NonNullable<Denied['on']>
type Owned = { organization_id: OrganizationId } | undefined

/** The organization that something belongs to, which someone named. */
export async function findOwner(db: Db, on: Denied['on']): Promise<OrganizationId | undefined> {
  const owned = on && (await findOwned(db, on))
  return owned?.organization_id
}

async function findOwned(db: Db, on: Named): Promise<Owned> {
  if ('id' in on) return BY_ID[on.kind](db, on.id)
  const subscriber = await findSubscriberByHash(db, on)
  return subscriber ? findLink(db, subscriber.link_id) : findLinkByHash(db, on)
}

const BY_ID: Record<Named['kind'], (db: Db, id: number) => Promise<Owned> | Owned> = {
  organization: (_, id) => ({ organization_id: id as OrganizationId }),
  root: (db, id) => findRoot(db, id as RootId),
  person: (db, id) => findPerson(db, id as PersonId),
  guest: (db, id) => findPerson(db, id as PersonId),
  group: (db, id) => findGroup(db, id as GroupId),
  machine: (db, id) => findMachine(db, id as MachineId),
  link: (db, id) => findLink(db, id as SharelinkId),
}
