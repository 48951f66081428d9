import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { isOpen, type OrganizationStatus } from '../../records/organization-tree.ts'
import type { ClosedBecause } from './line.ts'
import type { HeldLine } from './queries.ts'

/** Why a line ends that is as `held`, and the words for that; undefined if it stays. */
export function whyClosed(
  held: HeldLine | undefined,
  organizations: ReadonlyMap<OrganizationId, OrganizationStatus>,
  at: Instant,
): [ClosedBecause, string] | undefined {
  if (held === undefined) return ['replaced', 'The device is connected elsewhere.']
  if (held === 'signed_out') return ['signedOut', 'The device is signed out.']
  const status = held === 'disabled' ? undefined : organizations.get(held.organizationId)
  if (status && status.deleted_at !== null) return ['signedOut', 'The device is signed out.']
  if (status && held !== 'disabled' && held.leaving) return undefined
  // It asks for another token, and is told why there is none for now.
  if (!isOpen(status, at)) return ['tokenEnded', 'The account cannot be used at the moment.']
  return undefined
}

/** The organizations on which it depends, each once. */
export const organizationsOf = (held: Iterable<HeldLine>): OrganizationId[] => [
  ...new Set([...held].flatMap((one) => (typeof one === 'string' ? [] : one.organizationId))),
]
