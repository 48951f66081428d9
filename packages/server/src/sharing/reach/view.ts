import { LESSER_PERMISSIONS, PERMISSIONS, type Permission } from '@holdfast/api/files/files'
import type { GroupId, OrganizationId } from '@holdfast/api/ids'
import { MOST_WAYS, WAYS, type Way } from '@holdfast/api/sharing/reach'
import type { LinkWay } from './link-ways.ts'
import type { RoleWay } from './role-ways.ts'

type Rights = { permissions: ReadonlySet<Permission> }
/** Every way in which someone comes to something, with what it gives. */
export type AnyWay =
  | { way: 'owner'; permissions: ReadonlySet<Permission> }
  | { way: 'administrator'; permissions: ReadonlySet<Permission>; organizationId: OrganizationId }
  | (RoleWay & Rights)
  | LinkWay

/** The names of ids, for those who may see them. */
export interface Names {
  groups: ReadonlyMap<GroupId, string>
  organizations: ReadonlyMap<OrganizationId, string>
  creatorOf(link: LinkWay['link']): string
  /** Where what a link shares is; null for who may not know. */
  pathOf(link: LinkWay['link']): string | null
}

/** Always in the same order. */
export const permissionsView = (permissions: ReadonlySet<Permission>): Permission[] =>
  [...PERMISSIONS, ...LESSER_PERMISSIONS].filter((name) => permissions.has(name))

/** The most direct ones, which are shown. */
export const foremost = (ways: readonly AnyWay[]): AnyWay[] =>
  ways.toSorted((a, b) => WAYS.indexOf(a.way) - WAYS.indexOf(b.way)).slice(0, MOST_WAYS)

/** The groups that a view of these ways names. */
export const groupsIn = (ways: readonly AnyWay[]): GroupId[] => [
  ...new Set(ways.flatMap((way) => ('groups' in way ? (way.groups ?? []) : []))),
]

export function wayView(way: AnyWay, names: Names): Way {
  const base = { way: way.way, permissions: permissionsView(way.permissions) }
  switch (way.way) {
    case 'owner':
      return base
    case 'administrator':
      return {
        ...base,
        company_id: way.organizationId,
        company_name: names.organizations.get(way.organizationId) ?? '',
      }
    case 'link':
      return {
        ...base,
        ...groupsView(way.groups, names),
        sharelink_id: way.link.link_id,
        creator_name: names.creatorOf(way.link),
        path: names.pathOf(way.link),
        expires: way.link.expires,
        login_required: way.link.login_required === 1,
        has_password: way.link.has_password === 1,
      }
    default:
      return {
        ...base,
        role: way.role,
        ...(way.target !== undefined && { target: targetView(way.target) }),
        ...groupsView(way.groups, names),
      }
  }
}

const groupsView = (groups: readonly GroupId[] | undefined, names: Names) =>
  groups && { groups: groups.map((id) => ({ id, name: names.groups.get(id) ?? '' })) }

const targetView = (target: string) =>
  (/^\d+$/.test(target) ? Number(target) : target) as NonNullable<Way['target']>
