import type { GroupId, PersonId } from '@holdfast/api/ids'
import {
  type ExternalSubscription,
  GROUP_TARGETS,
  type GroupSubscription,
  PERSON_TARGETS,
  type PersonSubscription,
  ROLES,
  type Role,
} from '@holdfast/api/sharing/shares'
import { refuse } from '../../errors.ts'
import { emailKey } from '../../records/people.ts'

/** As they are given: texts, one list for each subscriber. Undefined leaves those of that kind as they are. */
export interface GivenLists {
  subscribers?: readonly PersonSubscription[] | undefined
  group_subscribers?: readonly GroupSubscription[] | undefined
  external_subscribers?: readonly ExternalSubscription[] | undefined
}

export interface SubscriberLists {
  persons: { id: PersonId; target: string; role: Role }[] | undefined
  groups: { id: GroupId; target: string; role: Role }[] | undefined
  externals: { email: string; key: string; role: Role }[] | undefined
}

type ListName = keyof GivenLists

/** Checks all that can be seen without looking anything up. */
export function readLists(given: GivenLists): SubscriberLists {
  const persons = given.subscribers?.map((tuple) => {
    const [id, target, role] = texts('subscribers', tuple, 3, 'a person_id, a target and a role')
    return {
      id: idIn('subscribers', id) as PersonId,
      target: personTarget(target),
      role: roleIn('subscribers', role),
    }
  })
  const groups = given.group_subscribers?.map((tuple) => {
    const [id, target, role] = texts('group_subscribers', tuple, 3, 'a group_id, a target and a role')
    if (!(GROUP_TARGETS as readonly unknown[]).includes(target))
      refuse('group_subscribers', `${target} is not a target; expected one of: ${GROUP_TARGETS.join(', ')}`)
    return {
      id: idIn('group_subscribers', id) as GroupId,
      target: String(target),
      role: roleIn('group_subscribers', role),
    }
  })
  const externals = given.external_subscribers?.map((tuple) => {
    const parts = typeof tuple === 'string' ? [tuple] : tuple
    const [email = '', role] = texts(
      'external_subscribers',
      parts,
      parts.length === 1 ? 1 : 2,
      'an email address and a role',
    )
    return {
      email,
      key: emailKey(email),
      role: role === undefined ? ('COLLABORATOR' as const) : roleIn('external_subscribers', role),
    }
  })
  checkTwice('subscribers', persons, ({ id, target }) => `${id} with ${target}`)
  checkTwice('group_subscribers', groups, ({ id, target }) => `${id} with ${target}`)
  checkTwice('external_subscribers', externals, ({ key }) => key)
  return { persons, groups, externals }
}

function texts(parameter: ListName, tuple: readonly unknown[], length: number, what: string): string[] {
  if (tuple.length !== length) refuse(parameter, `[${tuple.join(', ')}] is not ${what}`)
  return tuple.map(String)
}

function idIn(parameter: ListName, text = ''): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse(parameter, `${text} is not an ID`)
}

function personTarget(target = ''): string {
  if ((PERSON_TARGETS as readonly string[]).includes(target)) return target
  if (/^[1-9]\d{0,14}$/.test(target)) return target
  return refuse(
    'subscribers',
    `${target} is not a target; expected a machine_id or one of: ${PERSON_TARGETS.join(', ')}`,
  )
}

function roleIn(parameter: ListName, text = ''): Role {
  return (
    ROLES.find((role) => role === text) ??
    refuse(parameter, `${text} is not a role; expected one of: ${ROLES.join(', ')}`)
  )
}

function checkTwice<T>(
  parameter: ListName,
  list: readonly T[] | undefined,
  nameOf: (item: T) => string,
): void {
  const seen = new Set<string>()
  for (const item of list ?? []) {
    const name = nameOf(item)
    if (seen.has(name)) refuse(parameter, `${name} is listed twice`)
    seen.add(name)
  }
}
