import type { Permission } from '@holdfast/api/files/files'
import type { Way } from '@holdfast/api/sharing/reach'
import type { Messages } from '../../messages/en/en.ts'

type Words = Messages['share']

/** What most people would call what someone may do: the most that the permissions allow. */
const MOST_FIRST = [
  'FILE_MANAGE',
  'FILE_SHARE',
  'FILE_WRITE',
  'FILE_READ',
  'FILE_PREVIEW',
  'FILE_ADD',
  'FILE_VIEW',
  'FOLDER_VIEW',
] as const satisfies Permission[]

export function mayWords(permissions: readonly Permission[], words: Words): string {
  const most = MOST_FIRST.find((permission) => permissions.includes(permission))
  return most ? words.may[most] : ''
}

/** One way by which someone comes to something, in words. */
export function wayWords(way: Way, path: string, words: Words, day: (date: string) => string): string {
  const { ways } = words
  const role = way.role ? words.roles[way.role] : ''
  const groups = (way.groups ?? []).map(({ name }) => name)
  switch (way.way) {
    case 'owner':
      return ways.owner
    case 'subscription':
      return ways.subscription(role)
    case 'group':
      return ways.group(groups, role)
    case 'external':
      return ways.external(role)
    case 'administrator':
      return ways.administrator(way.company_name ?? '')
    case 'link':
      return linkWords(way, path, groups, words, day)
  }
}

function linkWords(
  way: Way,
  path: string,
  groups: readonly string[],
  { ways }: Words,
  day: (date: string) => string,
): string {
  const by = way.creator_name ?? ''
  const to = !way.path
    ? ways.linkUnseen(by)
    : way.path === path
      ? ways.linkHere(by)
      : ways.linkAbove(way.path, by)
  const more = [
    groups[0] !== undefined && ways.linkGroup(groups[0]),
    way.has_password === true && ways.withPassword,
    typeof way.expires === 'string' && ways.expires(day(way.expires)),
  ]
  return [to, ...more.filter((part) => part !== false)].join(', ')
}
