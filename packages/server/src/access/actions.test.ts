import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { ACTIONS, type Action, type OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { createMachineBackup } from '@holdfast/api/devices/backups'
import type { MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { addAccounts } from '@holdfast/server/testkit/people/accounts'
import { agentOf, machineOf } from '@holdfast/server/testkit/people/devices'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'
import { insertClosing } from '../accounts/closing/queries.ts'

const ALL_OFF = {
  admin_create_users: false,
  admin_browse_files: false,
  admin_browse_remote: false,
  backups_enabled: false,
  branding_enabled: false,
  ad_enabled: false,
  num_orgs_maximum: 0,
}
type Kind = 'normal' | 'root' | 'private' | 'poor' | 'suspended' | 'closing'

/** An organization with what its administrators do something to. */
interface Company {
  id: OrganizationId
  kind: Kind
  /** Stands beside it, and is as it is: for what an organization does not survive. */
  spare: () => Promise<OrganizationId>
  boss: Someone
  ann: Someone
  ids: { machine: MachineId; backup: number; group: number }
}

const STATES: Record<Kind, Parameters<World['changeOrganization']>[1]> = {
  normal: {},
  root: {},
  private: { privacy_mode: 1 },
  poor: { policy: JSON.stringify({ ...DEFAULT_POLICY, ...ALL_OFF }) },
  suspended: { active: 0 },
  closing: { active: 0, closes_at: Date.UTC(2026, 2, 1) },
}

async function makeCompany(world: World, kind: Kind, parentId: OrganizationId): Promise<Company> {
  const spare = async () => {
    const id = await world.organization({}, parentId)
    await world.changeOrganization(id, { active: 1, ...STATES[kind] })
    const closing = {
      organization_id: id,
      requested_by: 1 as PersonId,
      requested_at: 0,
      was_active: 1 as const,
    }
    if (kind === 'closing') await world.service.ctx.db.write((tx) => insertClosing(tx, closing))
    return id
  }
  const id = kind === 'root' ? (1 as OrganizationId) : await world.organization({}, parentId)
  const boss = await world.person({ organizationId: id, siteAdmin: true })
  const ann = await world.person({ organizationId: id })
  const machine = await machineOf(world, ann, `ann-${kind}`)
  const backup = await ann.call(createMachineBackup, { machine_id: machine, path: '/home/ann' })
  const group = await boss.call(createGroup, { company_id: id, name: 'Team' })
  return { id, kind, spare, boss, ann, ids: { machine, backup: backup.id, group: group.id } }
}

interface Caller {
  name: string
  headers: { authorization: string }
  /** The organization that is its own. */
  own: boolean
}

async function callersOf(world: World, { id, boss }: Company, above: Someone): Promise<Caller[]> {
  const own = (name: string, { bearer }: Pick<Someone, 'bearer'>) => ({ name, headers: bearer, own: true })
  const other = (name: string, { bearer }: Someone) => ({ name, headers: bearer, own: false })
  const device = await agentOf(world, boss, await machineOf(world, boss, 'boss'))
  const again = await world.signIn(boss.email)
  const { db } = world.service.ctx
  await rawSql(
    db,
    `update session set origin = 'code' where id = (select max(id) from session where person_id = ${boss.id})`,
  )
  const { email: username } = await boss.call(createGuest, {
    company_id: id,
    email: `guest-of-${boss.email}`,
    first_name: 'Guest',
    last_name: 'Doe',
    password: PASSWORD,
  })
  const { body } = await world.token({ grant_type: 'password', username, password: PASSWORD })
  const guest = { bearer: { authorization: `Bearer ${body.access_token}` } }
  return [
    other('a system administrator', await world.admin()),
    other('an administrator above', above),
    other(
      'an administrator elsewhere',
      await world.person({ organizationId: await world.organization(), siteAdmin: true }),
    ),
    own('its administrator', boss),
    own('a device of its administrator', device),
    own('an app of its administrator', again),
    own('a person', await world.person({ organizationId: id })),
    own('a guest', guest),
  ]
}

type Ask = (path: string, params?: Record<string, string>, method?: string) => Promise<number>
type Call = (ask: Ask, at: Company, to: { world: World; n: number; own: boolean }) => Promise<number>

const change =
  (given: Record<string, string>): Call =>
  async (ask, { id }, { world }) => {
    const [person] = await addAccounts(world, id, 1)
    return ask(`person/${person}/update`, given)
  }
const ofOrganization =
  (path: string, given: (n: number) => Record<string, string>, method = 'POST'): Call =>
  (ask, { id }, { n }) =>
    ask(`organization/${id}/${path}`, given(n), method)

/** A call for each action that has one. */
const CALLS: Partial<Record<Action, Call>> = {
  'people.add': (ask, { id }, { n }) =>
    ask('person/create', {
      company_id: `${id}`,
      email: `added${n}@example.test`,
      first_name: 'Ann',
      last_name: 'Lee',
      generate_password: 'true',
    }),
  'people.change': change({ last_name: 'Changed' }),
  'people.delete': async (ask, { id }, { world }) => {
    const [person] = await addAccounts(world, id, 1)
    return ask(`person/${person}/delete`, {})
  },
  'people.make_admin': change({ site_admin: 'true' }),
  'people.take_over': change({ generate_password: 'true' }),
  'files.browse': (ask, { ann }) => ask(`files/${ann.rootId}/children`),
  'files.let_in': (ask, { ann, ids }) => ask(`group/${ids.group}/members/update`, { members: `[${ann.id}]` }),
  'devices.view': (ask, { ids }) => ask(`machine/${ids.machine}`),
  'devices.change': (ask, { ids }) => ask(`machine/${ids.machine}/server/enable`, {}),
  'devices.browse': (ask, { ids }) => ask(`machine/${ids.machine}/ls`, { path: '/' }),
  'backups.create': (ask, { ids }, { n }) =>
    ask(`machine/${ids.machine}/backups/create`, { path: `/home/ann/${n}` }),
  'backups.restore': (ask, { ids }) =>
    ask(`machine/${ids.machine}/backup/${ids.backup}/restore`, { path: '/home/ann' }),
  'links.close': ofOrganization('sharelinks/close', () => ({
    action: 'delete',
    unused_since: '2020-01-01T00:00:00',
  })),
  'policy.change': ofOrganization('policy/update', (n) => ({ browser_sign_in_days: `${100 + n}` })),
  'organization.change': ofOrganization('update', (n) => ({ description: `Changed ${n}` })),
  'organization.create': ofOrganization('organizations/create', (n) => ({
    name: `New ${n}`,
    slug: `new-${n}`,
    email: 'office@example.test',
  })),
  'organization.limits': ofOrganization('policy/update', (n) => ({ max_file_size: `${1000 + n}` })),
  'organization.suspend': async (ask, { id, kind }, { world }) => {
    const status = await ask(`organization/${id}/disable`, {})
    await world.changeOrganization(id, { active: STATES[kind].active ?? 1 })
    return status
  },
  'organization.close': async (ask, { id, kind, spare }, { own, world }) => {
    const closed = own || kind === 'root' ? id : await spare()
    if (kind === 'closing') return ask(`organization/${closed}/closing/cancel`, {})
    const { name } = await world.service.ctx.db.read
      .selectFrom('organization')
      .select('name')
      .where('id', '=', closed)
      .executeTakeFirstOrThrow()
    return ask(`organization/${closed}/close`, { name, delete_on: '2026-03-01' })
  },
  directories: ofOrganization('auth_sources/create', () => ({
    host: 'ldap.invalid',
    login: 'cn=reader',
    password: 'x',
    base_dn: 'dc=invalid',
  })),
  apps: ofOrganization('applications/create', (n) => ({ name: `App ${n}`, grant_types: 'password' })),
  brand: ofOrganization('brand', (n) => ({ color: `#0000${(16 + n).toString(16).slice(-2)}` }), 'PUT'),
  activity: (ask, { id }) => ask(`organization/${id}/activity`),
  system: (ask) => ask('system/status'),
}
/** The second stack runs the same statements: each caller asks it for one action in so many, others for others, so that two ask for each. */
const ONE_IN = rounds(4, 1)
/** Nothing of these can be called yet. */
const WITHOUT_CALL: readonly Action[] = ['export', 'rules']

for (const stack of STACKS)
  describe(`what someone may do in an organization on ${stack.name}`, () => {
    const world = useWorld(stack)
    let n = 0
    let above: Someone
    const companies: Company[] = []
    before(async () => {
      const parentId = await world.organization({ num_orgs_maximum: null })
      above = await world.person({ organizationId: parentId, siteAdmin: true })
      for (const kind of Object.keys(STATES) as Kind[])
        companies.push(await makeCompany(world, kind, parentId))
    })

    it('has a call for each action, or none anywhere', () => {
      assert.deepEqual(
        ACTIONS.filter((action) => !CALLS[action]),
        WITHOUT_CALL,
      )
    })

    it('is what the calls then do', async () => {
      const faults: string[] = []
      const oneIn = stack === STACKS[0] ? 1 : ONE_IN
      let allowed = 0
      for (const [at, company] of companies.entries()) {
        const callers = await callersOf(world, company, above)
        await world.changeOrganization(company.id, { active: 1, ...STATES[company.kind] })
        for (const [turn, { name, headers, own }] of callers.entries()) {
          const ask: Ask = async (path, params, method = params ? 'POST' : 'GET') => {
            const body = params && { body: new URLSearchParams(params) }
            return (await world.request(`/api/2/${path}`, { method, headers, ...body })).status
          }
          const said = await world.request(`/api/2/organization/${company.id}/may`, { headers })
          const { may = [], not = [] } = said.body as Partial<OrganizationMay>
          if (said.status === 200)
            assert.deepEqual([...may, ...not.map(({ action }) => action)].sort(), [...ACTIONS].sort())
          else assert.equal(said.status, 403, name)
          const asked = (Object.entries(CALLS) as [Action, Call][]).filter(
            (_, place) => (place + turn + at) % oneIn === 0,
          )
          for (const [action, call] of asked) {
            const status = await call(ask, company, { world, n: ++n, own })
            // A device that is not connected cannot be asked, by those who may.
            const does = status === 200 || status === 503
            if (does) allowed++
            if (does !== may.includes(action) || (!does && ![403, 409].includes(status)))
              faults.push(
                `${action} in ${company.kind} by ${name}: ${status}, and may ${may.includes(action)}`,
              )
          }
        }
      }
      assert.deepEqual(faults, [])
      assert.ok(allowed > 200 / oneIn, `${allowed}`)
    })
  })
