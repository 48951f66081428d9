import type { GroupId, PersonId } from '@holdfast/api/ids'
import {
  type GroupSubscription,
  type InvitationStatus,
  type PersonSubscription,
  ROLES,
  type Role,
  type Subscribers,
} from '@holdfast/api/sharing/shares'
import type { Candidate } from './candidates.ts'

/** Where the files of a team share go. `some` is a choice of devices that was not made here. */
export type Devices = 'web' | 'all' | 'machines' | 'future' | 'webdav' | 'some'

/** Someone who takes part in a team share, once, however many of its devices are named. */
export type Member = { name: string; role: Role } & (
  | { kind: 'person'; id: PersonId; email: string; devices: Devices }
  | { kind: 'group'; id: GroupId; devices: Devices }
  | { kind: 'external'; email: string; status: InvitationStatus }
)
export type NewMember =
  | { kind: 'person'; id: PersonId; name: string }
  | { kind: 'group'; id: GroupId; name: string }
  | { kind: 'external'; email: string; name: string }

/** Anyone who was only found by an address is of another organization. */
export const memberOf = (one: Candidate): NewMember =>
  one.kind === 'address' || one.kind === 'new' ? { kind: 'external', email: one.email, name: one.name } : one

export interface Lists {
  subscribers?: PersonSubscription[]
  group_subscribers?: GroupSubscription[]
  external_subscribers?: [string, Role][]
}

/** Of the same form as those of candidates. */
export const memberKey = (member: Member): string =>
  member.kind === 'group' ? `group ${member.id}` : member.email.toLowerCase()

export function membersIn(lists: Subscribers): Member[] {
  const persons = new Map(lists.names?.persons.map((one) => [one.id, one]))
  const groups = new Map(lists.names?.groups.map(({ id, name }) => [id, name]))
  const members: Member[] = []
  for (const [id, rows] of byId(lists.subscribers)) {
    const { name, email = '' } = persons.get(id) ?? { name: '' }
    members.push({
      kind: 'person',
      id,
      name: name || email,
      email,
      role: mostOf(rows),
      devices: whereOf(rows),
    })
  }
  for (const [id, rows] of byId(lists.group_subscribers))
    members.push({
      kind: 'group',
      id,
      name: groups.get(id) ?? '',
      role: mostOf(rows),
      devices: whereOf(rows),
    })
  for (const [email, status] of Object.entries(lists.external_subscribers))
    members.push({ kind: 'external', email, name: email, status, role: roleOf(lists, email) })
  return members.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.name.localeCompare(b.name))
}

type Row<Id> = readonly [Id, unknown, Role]

function byId<Id, R extends Row<Id>>(rows: readonly R[]): Map<R[0], R[]> {
  const found = new Map<R[0], R[]>()
  for (const row of rows) found.set(row[0], [...(found.get(row[0]) ?? []), row])
  return found
}

const mostOf = (rows: readonly Row<unknown>[]): Role =>
  ROLES.find((role) => rows.some(([, , one]) => one === role)) ?? 'VIEWER'

function whereOf(rows: readonly Row<unknown>[]): Devices {
  const [only, ...more] = rows
  return more.length === 0 && typeof only?.[1] === 'string' ? (only[1] as Devices) : 'some'
}

const roleOf = ({ external_roles = {} }: Subscribers, email: string): Role =>
  external_roles[email] ?? 'COLLABORATOR'

const isOf = (member: Member | NewMember, kind: Member['kind'], id: unknown): boolean =>
  member.kind === kind && member.kind !== 'external' && member.id === id

/** The lists that have to be sent, so that these become members as given, besides all others. Those who are there already are changed. */
export function withMembers(
  lists: Subscribers,
  added: readonly NewMember[],
  role: Role,
  onDevices: boolean,
): Lists {
  const persons = added.filter((one) => one.kind === 'person')
  const groups = added.filter((one) => one.kind === 'group')
  const externals = added.filter((one) => one.kind === 'external')
  return {
    ...(persons.length > 0 && {
      subscribers: [
        ...lists.subscribers.filter(([id]) => !added.some((one) => isOf(one, 'person', id))),
        ...persons.map(({ id }): PersonSubscription => [id, onDevices ? 'all' : 'web', role]),
      ],
    }),
    ...(groups.length > 0 && {
      group_subscribers: [
        ...lists.group_subscribers.filter(([id]) => !added.some((one) => isOf(one, 'group', id))),
        ...groups.map(({ id }): GroupSubscription => [id, onDevices ? 'machines' : 'web', role]),
      ],
    }),
    ...(externals.length > 0 && {
      external_subscribers: [
        ...externalsBut(
          lists,
          externals.map(({ email }) => email),
        ),
        ...externals.map(({ email }): [string, Role] => [email, role]),
      ],
    }),
  }
}

/** Anyone who has declined would be invited again by being named: they are left out unless they are meant. */
const externalsBut = (lists: Subscribers, emails: readonly string[]): [string, Role][] =>
  Object.entries(lists.external_subscribers)
    .filter(([email, status]) => status !== 'declined' && !emails.some((one) => sameAddress(one, email)))
    .map(([email]) => [email, roleOf(lists, email)])

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Undoing takes out again exactly those who were put in. */
export const withoutMembers = (lists: Subscribers, added: readonly NewMember[]): Lists => {
  const emails = added.flatMap((one) => (one.kind === 'external' ? one.email : []))
  return {
    subscribers: lists.subscribers.filter(([id]) => !added.some((one) => isOf(one, 'person', id))),
    group_subscribers: lists.group_subscribers.filter(([id]) => !added.some((one) => isOf(one, 'group', id))),
    ...(emails.length > 0 && { external_subscribers: externalsBut(lists, emails) }),
  }
}

/** The list that someone stood in, as it was: sent again, it takes a change of them back. */
export const listsBefore = (before: Subscribers, { kind }: Pick<Member, 'kind'>): Lists =>
  kind === 'person'
    ? { subscribers: before.subscribers }
    : kind === 'group'
      ? { group_subscribers: before.group_subscribers }
      : { external_subscribers: externalsBut(before, []) }

/** What can be chosen for where the files of a member go, and what it is. */
export function devicesFor(member: Extract<Member, { devices: Devices }>): Devices[] {
  const choices: Devices[] = member.kind === 'group' ? ['machines', 'web'] : ['all', 'web']
  return [...new Set([...choices, member.devices])]
}

/** The list that has to be sent so that one of them has another role or other devices, or is gone. */
export function withChange(
  lists: Subscribers,
  member: Member,
  change: { role?: Role; devices?: Devices } | 'remove',
): Lists {
  if (member.kind === 'external') {
    const others = externalsBut(lists, [member.email])
    const role = change === 'remove' ? undefined : change.role
    return { external_subscribers: role ? [...others, [member.email, role]] : others }
  }
  const changed = <T extends [unknown, unknown, Role]>(rows: readonly T[]): T[] => {
    const others = rows.filter(([id]) => id !== member.id)
    if (change === 'remove') return others
    const own = rows.filter(([id]) => id === member.id)
    const { role, devices } = change
    const kept = devices
      ? [[member.id, devices, role ?? member.role]]
      : own.map(([id, at, was]) => [id, at, role ?? was])
    return [...others, ...(kept as T[])]
  }
  return member.kind === 'person'
    ? { subscribers: changed(lists.subscribers) }
    : { group_subscribers: changed(lists.group_subscribers) }
}
