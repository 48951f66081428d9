import type { Permission } from '@holdfast/api/files/files'
import { nameKey } from '@holdfast/api/files/names'
import type { ProgramRoot } from '../../../access/program-roots.ts'
import type { RootRow } from '../../../records/roots.ts'

/** What programs find at the top. These names are part of addresses that people keep, so they are the same in every language. */
export const MY_FILES = 'My files'
export const BACKUPS = 'Backups'

/** A root as a folder of the top level, or of its backups. */
export interface Location {
  root: RootRow
  permissions: ReadonlySet<Permission>
  name: string
}

export interface Locations {
  own: Location | undefined
  shares: Location[]
  backups: Location[]
}

/** Older roots keep their names where two would have the same. */
export function placeRoots(roots: readonly ProgramRoot[]): Locations {
  const taken = new Set([MY_FILES, BACKUPS].map(nameKey))
  const placed: Locations = { own: undefined, shares: [], backups: [] }
  const takenByBackups = new Set<string>()
  for (const { root, permissions } of roots)
    if (root.root_type === 'sync') placed.own = { root, permissions, name: MY_FILES }
    else if (root.root_type === 'share')
      placed.shares.push({ root, permissions, name: freeAmong(taken, root.name) })
    else placed.backups.push({ root, permissions, name: freeAmong(takenByBackups, root.name) })
  return placed
}

/** The name with a number, if need be; no address can have a slash in a name. */
function freeAmong(taken: Set<string>, wanted: string): string {
  const name = wanted.normalize('NFC').replace(/[/\\]/g, '-').trim() || '-'
  let free = name
  for (let n = 2; taken.has(nameKey(free)); n++) free = `${name} (${n})`
  taken.add(nameKey(free))
  return free
}
