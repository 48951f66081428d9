import type { Permission } from '@holdfast/api/files/files'
import type { GroupId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Reach, WhoType } from '@holdfast/api/sharing/reach'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import type { Browsers } from '../../access/administration.ts'
import type { ReachAccess } from '../../access/authorize.ts'
import { BROWSING, permissionsOfRoles, permissionsWith, together } from '../../access/permissions.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { displayName, emailKey } from '../../records/people.ts'
import { accountPrincipal } from '../../sign-in/oauth/account-principal.ts'
import { readGroups } from './groups.ts'
import { type LinkWays, NO_LINKS, readLinkWays } from './link-ways.ts'
import { type Account, listAccounts, type ReachingRow } from './queries.ts'
import { type RoleWays, readRoleWays } from './role-ways.ts'
import { type AnyWay, foremost, groupsIn, type Names, permissionsView, wayView } from './view.ts'
import { listNames } from './ways-queries.ts'
import type { LinksFound } from './working-links.ts'

/** What was found out about something that is the same for all who reach it. */
export interface Found {
  access: ReachAccess
  browsers: Browsers
  found: LinksFound | undefined
  /** Its organization is closed: anyone who takes part reaches nothing. */
  closed: boolean
  now: Instant
}

/** Someone who reaches it, in some ways. */
interface Reaching {
  whoType: WhoType
  who: Reach['who']
  permissions: ReadonlySet<Permission>
  ways: AnyWay[]
}

/** With the ways and rights of each. Anyone who has lost the last way since the list was made is left out. */
export async function describeReaching(db: Db, rows: readonly ReachingRow[], found: Found): Promise<Reach[]> {
  const ids = <T>(kind: ReachingRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id as T)
  const starts = { personIds: ids<PersonId>('person'), groupIds: ids<GroupId>('group') }
  const emailKeys = rows.filter(({ kind }) => kind === 'email').map(({ name }) => emailKey(name))
  const accounts = await listAccounts(db, starts.personIds)
  const groups = await readGroups(db, starts)
  const roles = await readRoleWays(db, [found.access.root.id], starts, groups)
  const links = found.found
    ? await readLinkWays(db, found.found.links, { ...starts, emailKeys }, groups, permissionsOf(found.found))
    : NO_LINKS
  const reaching: Reaching[] = []
  for (const row of rows) {
    const one = await reachingOf(row, accounts, found, roles, links)
    if (one && one.ways.length > 0) reaching.push(one)
  }
  return viewsOf(db, reaching, found)
}

const permissionsOf = ({ creators }: LinksFound) =>
  new Map([...creators].map(([id, { permissions }]) => [id, permissions]))

/** What several ways add up to; `inRoot` is what all roles together give. */
const sum = (inRoot: ReadonlySet<Permission>, ways: readonly AnyWay[]): ReadonlySet<Permission> =>
  together(
    inRoot,
    ...ways.flatMap((way) =>
      way.way === 'administrator' || (way.way === 'link' && way.counts) ? [way.permissions] : [],
    ),
  )

async function reachingOf(
  { kind, id, name }: ReachingRow,
  accounts: ReadonlyMap<PersonId, Account>,
  found: Found,
  roles: RoleWays,
  links: LinkWays,
): Promise<Reaching | undefined> {
  const rootId = found.access.root.id
  switch (kind) {
    case 'person': {
      const account = accounts.get(id as PersonId)
      return account && reachingAccount(account, found, roles, links)
    }
    case 'group': {
      const own = roles.ofGroup(rootId, id as GroupId)
      const ways: AnyWay[] = [
        ...own.map((way) => ({ ...way, permissions: permissionsOfRoles([way.role], true) })),
        ...links.ofGroup(id as GroupId),
      ]
      const inRoot = permissionsOfRoles(
        own.map(({ role }) => role),
        true,
      )
      return { whoType: 'group', who: { id, name, email: null }, permissions: sum(inRoot, ways), ways }
    }
    case 'email': {
      const ways = links.ofAddress(emailKey(name))
      return {
        whoType: 'email',
        who: { id: null, name, email: name },
        permissions: sum(new Set(), ways),
        ways,
      }
    }
    case 'anyone': {
      const ways = await links.ofAnyone()
      return { whoType: 'anyone', who: null, permissions: sum(new Set(), ways), ways }
    }
  }
}

function reachingAccount(
  account: Account,
  { access: { root }, browsers, closed, now }: Found,
  roles: RoleWays,
  links: LinkWays,
): Reaching {
  // In a browser, where some roles may more than elsewhere.
  const who = accountPrincipal(account, { sessionId: 0 as never, machineId: null, web: true, at: now })
  const own = closed ? [] : roles.ofPerson(root.id, account.id)
  const withRoles = (some: readonly Role[]) => permissionsWith(root, account.id, some, true)
  const inRoot = withRoles(own.map(({ role }) => role))
  const ways: AnyWay[] = [
    ...own.map((way) => ({ ...way, permissions: withRoles([way.role]) })),
    ...links.ofPerson(account.id),
  ]
  if (root.root_type !== 'share' && inRoot.size > 0) ways.push({ way: 'owner', permissions: inRoot })
  if (browsers.include(who))
    ways.push({ way: 'administrator', permissions: BROWSING, organizationId: account.organization_id })
  return {
    whoType: account.guest ? 'guest' : 'person',
    who: { id: account.id, name: displayName(account), email: account.email },
    permissions: sum(inRoot, ways),
    ways,
  }
}

async function viewsOf(db: Db, reaching: readonly Reaching[], found: Found): Promise<Reach[]> {
  const shown = reaching.map(({ ways }) => foremost(ways))
  const names = await readNames(db, shown.flat(), found)
  return reaching.map(({ whoType, who, permissions, ways }, n) => ({
    type: 'reach',
    who_type: whoType,
    who,
    permissions: permissionsView(permissions),
    ways: (shown[n] ?? []).map((way) => wayView(way, names)),
    ways_total: ways.length,
  }))
}

async function readNames(db: Db, ways: readonly AnyWay[], { access, found }: Found): Promise<Names> {
  const { entry, ancestors, seesNames } = access
  const chain = [...ancestors, ...(entry ? [entry] : [])]
  const paths = new Map(chain.map(({ id }, n) => [id, pathOf(chain.slice(0, n + 1))]))
  const organizations = ways.flatMap((way): OrganizationId[] =>
    way.way === 'administrator' ? [way.organizationId] : [],
  )
  return {
    groups: await listNames(db, 'person_group', groupsIn(ways)),
    organizations: await listNames(db, 'organization', [...new Set(organizations)]),
    creatorOf: ({ creator_id }) => {
      const creator = found?.creators.get(creator_id)
      return creator ? displayName(creator.account) : ''
    },
    pathOf: ({ entry_id }) => (seesNames ? (paths.get(entry_id) ?? null) : null),
  }
}
