import type { ImportResult } from '@holdfast/api/accounts/auth-sources'

/** Of what so many would be disabled that somebody has to type their number. */
export interface Force {
  what: 'persons' | 'groups'
  count: number
  /** Of so many that the directory has here now. */
  of: number
}

/** The larger part of the two is what is unusual. */
export function forceOf({ needs_force, persons, groups }: ImportResult): Force | undefined {
  if (!needs_force) return undefined
  const [first, second] = [partOf('persons', persons), partOf('groups', groups)]
  return second.count / Math.max(1, second.of) > first.count / Math.max(1, first.of) ? second : first
}

const partOf = (
  what: Force['what'],
  { disabled, updated, unchanged }: ImportResult['persons' | 'groups'],
): Force => ({ what, count: disabled, of: disabled + updated + unchanged })

/** Whether an import would do anything. */
export const changesAnything = ({ persons, groups }: ImportResult): boolean =>
  [persons, groups].some(({ created, updated, disabled }) => created + updated + disabled > 0)
