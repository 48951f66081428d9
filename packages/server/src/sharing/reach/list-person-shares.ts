import type { Permission } from '@holdfast/api/files/files'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { PersonShare } from '@holdfast/api/sharing/reach'
import type { Instant } from '@holdfast/api/time'
import { authorizeAccount } from '../../access/administration.ts'
import { permissionsOfRoles } from '../../access/permissions.ts'
import { rightsOverShares } from '../../access/shares.ts'
import { plain, rootView } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { PersonRow } from '../../records/people.ts'
import type { RootRow } from '../../records/roots.ts'
import { countSharesOfPerson, listSharePage } from '../../records/shares.ts'
import { readGroups } from './groups.ts'
import { readRoleWays } from './role-ways.ts'
import { foremost, groupsIn, permissionsView, wayView } from './view.ts'
import { listNames } from './ways-queries.ts'

/** The team shares that someone takes part in; not those that it may look into as an administrator. */
export async function listPersonShares(
  ctx: Ctx,
  who: PersonPrincipal,
  id: PersonId,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const db = ctx.db.read
  const person = await authorizeAccount(db, who, id)
  const total = await countSharesOfPerson(db, id)
  const head = pageHead(page, pageSize, total)
  const shares = await listSharePage(db, id, { skip: (page - 1) * pageSize, limit: pageSize })
  const results = await describeShares(db, who, person, shares, ctx.now())
  return { ...head, results }
}

async function describeShares(
  db: Db,
  who: PersonPrincipal,
  person: PersonRow,
  shares: readonly RootRow[],
  at: Instant,
): Promise<PersonShare[]> {
  const starts = { personIds: [person.id], groupIds: [] }
  const rootIds = shares.map(({ id }) => id)
  const roleWays = await readRoleWays(db, rootIds, starts, await readGroups(db, starts))
  // In a browser, where some roles may more than elsewhere.
  const joined = shares.map((root) => {
    const own = roleWays.ofPerson(root.id, person.id)
    const roles = [...new Set(own.map(({ role }) => role))]
    const ways = own.map((way) => ({ ...way, permissions: permissionsOfRoles([way.role], true) }))
    return { root, roles, ways, shown: foremost(ways), permissions: permissionsOfRoles(roles, true) }
  })
  const organizations = [...new Set(shares.map(({ organization_id }): OrganizationId => organization_id))]
  const names = {
    groups: await listNames(db, 'person_group', groupsIn(joined.flatMap(({ shown }) => shown))),
    organizations: await listNames(db, 'organization', organizations),
    // Links lead to files and folders, never to a whole share.
    creatorOf: () => '',
    pathOf: () => null,
  }
  const rightsOver = await rightsOverShares(db, who, organizations)
  const isOwn = person.id === who.personId
  return joined
    .filter(({ ways }) => ways.length > 0)
    .map(({ root, roles, ways, shown, permissions }) => ({
      type: 'person_share',
      root: {
        // The sizes of a root tell of its files.
        ...rootView(
          permissions.has('FILE_VIEW') ? root : { ...root, live_size: 0, stored_size: 0 },
          plain(at),
        ),
        company_id: root.organization_id,
      },
      company_name: names.organizations.get(root.organization_id) ?? '',
      roles,
      permissions: permissionsView(permissions),
      ways: shown.map((way) => wayView(way, names)),
      ways_total: ways.length,
      ...rightsOver(root, isOwn ? permissions : NONE),
    }))
}

const NONE: ReadonlySet<Permission> = new Set()
