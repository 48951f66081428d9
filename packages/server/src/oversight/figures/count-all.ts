import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import { OF_ALL_BELOW } from '../../platform/db/tables/figures.ts'
import { listActivities, listOrganizations, sumLinks, sumRoots } from './queries.ts'

/** Each statement reads so much: nobody waits long for one of them. */
const ORGANIZATIONS = 500
const ROOTS = 1000
const LINKS = 2000

/** What an organization has, or what several have together. */
export type Sums = Record<(typeof OF_ALL_BELOW)[number], number>

export interface Counted {
  parentId: OrganizationId | null
  createdAt: Instant
  seenAt: Instant | null
  own: Sums
  /** Of all organizations below it. */
  below: Sums
}
export type AllCounted = ReadonlyMap<OrganizationId, Counted>

const nothing = (): Sums => Object.fromEntries(OF_ALL_BELOW.map((name) => [name, 0])) as Sums

/** Counts what every organization has and what those below it have, in small steps: others change things meanwhile. */
export async function countAll(db: Db): Promise<AllCounted> {
  const all = new Map<OrganizationId, Counted>()
  await countOrganizations(db, all)
  await countRoots(db, all)
  await countLinks(db, all)
  await findActivities(db, all)
  for (const { parentId, own } of all.values())
    for (let above = parentId && all.get(parentId); above; above = above.parentId && all.get(above.parentId))
      for (const name of OF_ALL_BELOW) above.below[name] += own[name]
  return all
}

async function countOrganizations(db: Db, all: Map<OrganizationId, Counted>): Promise<void> {
  for (let after: OrganizationId | 0 | undefined = 0; after !== undefined; ) {
    const rows = await listOrganizations(db, after, ORGANIZATIONS)
    for (const { id, parent_id, created_at, ...counts } of rows) {
      const own = { ...nothing(), organizations: 1, ...counts }
      all.set(id, { parentId: parent_id, createdAt: created_at, seenAt: null, own, below: nothing() })
    }
    after = rows.at(-1)?.id
  }
}

async function countRoots(db: Db, all: AllCounted): Promise<void> {
  for (let after = [0, 0]; ; ) {
    const rows = await sumRoots(db, after, ROOTS)
    for (const { organization_id, live, versions, deleted } of rows) {
      const own = all.get(organization_id)?.own
      if (!own) continue
      own.live += live
      own.versions += versions
      own.deleted += deleted
    }
    const last = rows.at(-1)
    if (!last) return
    after = [last.organization_id, last.last_id]
  }
}

async function countLinks(db: Db, all: AllCounted): Promise<void> {
  for (let after = [0, 0]; ; ) {
    const rows = await sumLinks(db, after, LINKS)
    for (const { organization_id, links, public_links } of rows) {
      const own = all.get(organization_id)?.own
      if (!own) continue
      own.links += links
      own.public_links += public_links
    }
    const last = rows.at(-1)
    if (!last) return
    after = [last.organization_id, last.last_id]
  }
}

async function findActivities(db: Db, all: AllCounted): Promise<void> {
  for (let after: OrganizationId | 0 | undefined = 0; after !== undefined; ) {
    const rows = await listActivities(db, after, ORGANIZATIONS)
    for (const { organization_id, created_at } of rows) {
      const counted = all.get(organization_id)
      if (counted) counted.seenAt = created_at
    }
    after = rows.at(-1)?.organization_id
  }
}
