import type { EntryId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { findBrowsers } from '../../access/administration.ts'
import { authorizeReach } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { EntryKind } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findOrganizationStatus, isOpen, listOrganizationStatuses } from '../../records/organization-tree.ts'
import { describeReaching } from './describe-reaching.ts'
import { countOthers, countPersons, listReaching, type Scope } from './queries.ts'
import { findWorkingLinks } from './working-links.ts'

export type ReachPath =
  | { rootId: RootId; kind: 'root' }
  | { rootId: RootId; entryId: EntryId; kind: EntryKind }

export interface ReachPage {
  page: number
  pageSize: number
  /** Only this one. */
  personId: PersonId | undefined
}

/**
 * Who can reach something, and in which ways. Rights are added up by the code that grants them, and a page costs the
 * same number of queries however many there are.
 */
export async function getReach(
  ctx: Ctx,
  who: PersonPrincipal,
  path: ReachPath,
  { page, pageSize, personId }: ReachPage,
) {
  const db = ctx.db.read
  const now = ctx.now()
  const access = await authorizeReach(db, who, path)
  const browsers = await findBrowsers(db, access.root.organization_id)
  const closed = !isOpen(await findOrganizationStatus(db, access.root.organization_id), now)
  const found = closed ? undefined : await findWorkingLinks(db, access, now)
  const scope: Scope = {
    rootId: access.root.id,
    administrators: browsers.organizations,
    links: found?.links,
    personId,
  }
  const { persons, unusable } = await countUsable(db, scope, closed, now)
  const results = { access, browsers, found, closed, now }
  if (personId !== undefined) {
    // Whether there is a way at all is known only when all have been looked for.
    const rows = await listReaching(db, scope, unusable, { skip: 0, limit: 1 })
    const described = await describeReaching(db, rows, results)
    return { ...pageHead(page, pageSize, described.length), results: described }
  }
  const total = persons + (await countOthers(db, scope))
  const head = pageHead(page, pageSize, total)
  const rows = await listReaching(db, scope, unusable, { skip: (page - 1) * pageSize, limit: pageSize })
  return { ...head, results: await describeReaching(db, rows, results) }
}

/** Accounts whose organization is disabled, gone or over reach nothing. */
async function countUsable(db: Db, scope: Scope, closed: boolean, now: Instant) {
  const counts = await countPersons(db, scope)
  const standings = await listOrganizationStatuses(
    db,
    counts.map(({ organization_id }) => organization_id),
  )
  let persons = 0
  const unusable: OrganizationId[] = []
  for (const { organization_id: id, count } of counts)
    if (isOpen(standings.get(id), now) && !(closed && !scope.administrators.includes(id))) persons += count
    else unusable.push(id)
  return { persons, unusable }
}
