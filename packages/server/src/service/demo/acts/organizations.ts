import type { GroupId } from '@holdfast/api/ids'
import type { GroupSubscription, PersonSubscription } from '@holdfast/api/sharing/shares'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import { createGroup } from '../../../accounts/groups/create-group.ts'
import { createOrganization } from '../../../accounts/organizations/create-organization.ts'
import { issueLicense } from '../../../accounts/organizations/licenses.ts'
import { setBrand } from '../../../accounts/organizations/set-brand.ts'
import { setLicense } from '../../../accounts/organizations/set-license.ts'
import { updateOrganization } from '../../../accounts/organizations/update-organization.ts'
import { updatePolicy } from '../../../accounts/organizations/update-policy.ts'
import { updatePerson } from '../../../accounts/people/update-person.ts'
import { updateSetup } from '../../../oversight/setup/update-setup.ts'
import { ROOT_ORGANIZATION } from '../../../records/organizations.ts'
import { findPersonByEmail } from '../../../records/people.ts'
import { createShare } from '../../../sharing/team-shares/create-share.ts'
import {
  emailOf,
  GROUPS,
  type GroupKey,
  ORGANIZATIONS,
  type OrganizationKey,
  PEOPLE,
  type PersonKey,
  partOf,
  SHARES,
  shareOf,
} from '../cast/cast.ts'
import type { Stage } from '../stage/stage.ts'
import { addPeople } from './people-come.ts'

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]
const peopleAt = (key: OrganizationKey): PersonKey[] =>
  keysOf(PEOPLE).filter((person) => PEOPLE[person].at === key)

/** For whom the installation is, and what of its setup was left for later. */
const SETUP = { address: 'done', email: 'done', brand: 'done', people: 'done', two_step: 'skipped' } as const

/** The installation is there already, with its first account: it gets the names of its owner. */
export async function openHarbor(stage: Stage): Promise<void> {
  const { ctx, people } = stage
  const { name, slug, domain } = ORGANIZATIONS.harbor
  const first = await findPersonByEmail(ctx.db.read, emailOf('amara'))
  if (!first) throw new Error('The first account is missing')
  people.add('amara', first)
  stage.addOrganization('harbor', ROOT_ORGANIZATION)
  const amara = await people.person('amara')
  await updateOrganization(ctx, amara, ROOT_ORGANIZATION, { name, slug, email: `office@${domain}` }, {})
  const { first: firstName, last: lastName } = PEOPLE.amara
  const change = { firstName, lastName, password: stage.password }
  people.add(
    'amara',
    await updatePerson(ctx, amara, amara.personId, change, { currentPassword: stage.firstPassword }),
  )
  await addPeople(stage, 'amara', ['jonas', 'grace', 'mateo'])
  const arrival = { host: new URL(ctx.publicUrl).host, isSecure: true, certificate: undefined }
  for (const step of keysOf(SETUP)) await updateSetup(ctx, amara, { step, state: SETUP[step] }, arrival)
}

/** An organization with its administrator, who adds everybody else, the groups and the team shares. */
export async function found(stage: Stage, key: OrganizationKey, by: PersonKey): Promise<void> {
  const { ctx, clock, people } = stage
  const { name, slug, domain, above = 'harbor', privacy = false, color } = ORGANIZATIONS[key]
  const founder = await people.person(by)
  const { id } = await createOrganization(ctx, founder, stage.organization(above), {
    ...{ name, slug, email: `office@${domain}`, hostname: null },
    ...{ trial: key === 'linden', trialUntil: null, privacyMode: privacy, settings: {} },
    policy: { user_rollback: true, user_lock_files: true },
  })
  stage.addOrganization(key, id)
  const administrators = peopleAt(key).filter((person) => partOf(person).administrator)
  await addPeople(stage, by, administrators)
  const [chief] = administrators
  if (chief === undefined) return
  clock.pass({ minutes: 20 })
  if (color !== undefined) await setBrand(ctx, await people.person(chief), id, color)
  await addPeople(
    stage,
    chief,
    peopleAt(key).filter((person) => !administrators.includes(person)),
  )
  await makeGroupsAndShares(stage, key, chief)
}

async function makeGroupsAndShares(stage: Stage, at: OrganizationKey, chief: PersonKey): Promise<void> {
  const { ctx, clock, people, shares } = stage
  const organizationId = stage.organization(at)
  const groups = new Map<GroupKey, GroupId>()
  const idOf = (key: GroupKey): GroupId => groups.get(key) ?? (0 as GroupId)
  const who = await people.person(chief)
  for (const key of keysOf(GROUPS)) {
    const group = GROUPS[key]
    if (group.at !== at) continue
    clock.pass({ minutes: 2 })
    const held = 'groups' in group ? group.groups : []
    const { id } = await createGroup(ctx, who, {
      ...{ organizationId, name: group.name, members: group.members.map((one) => people.idOf(one)) },
      memberGroups: held.map(idOf),
    })
    groups.set(key, id)
  }
  for (const key of keysOf(SHARES)) {
    const { name, description, at: owner, members, groups: asGroups = [] } = shareOf(key)
    if (owner !== at) continue
    clock.pass({ minutes: 4 })
    const subscribers = members.map(([one, ...rest]): PersonSubscription => [people.idOf(one), ...rest])
    const group_subscribers = asGroups.map(([one, ...rest]): GroupSubscription => [idOf(one), ...rest])
    const share = await createShare(ctx, who, organizationId, {
      ...{ name, description, autoLock: false, notify: at === 'berlin' },
      lists: { subscribers, group_subscribers },
    })
    shares.add(key, share.id)
  }
}

/** What a customer pays for, and until when. */
export async function license(stage: Stage, key: OrganizationKey): Promise<void> {
  const { ctx, clock, people } = stage
  const lastDay = formatDate(clock.end + 200 * DAY_MS)
  const jonas = await people.person('jonas')
  const id = stage.organization(key)
  await setLicense(ctx, jonas, id, await issueLicense(ctx, lastDay))
  await updatePolicy(ctx, jonas, id, { monthly_cost_cents: 900, monthly_cost_currency: 'EUR' })
}

export async function extendTrial(stage: Stage): Promise<void> {
  const { ctx, clock, people } = stage
  const change = { trialUntil: clock.end + 3 * DAY_MS }
  await updateOrganization(ctx, await people.person('jonas'), stage.organization('linden'), change, {})
}
