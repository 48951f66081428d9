import type { Outbound } from '../outbound/outbound.ts'
import type { DirectoryGroup, DirectoryPerson } from './entries.ts'
import { openDirectory } from './open-directory.ts'
import type { DirectorySettings } from './settings.ts'

export interface Snapshot {
  persons: DirectoryPerson[]
  groups: DirectoryGroup[]
}

/** Everything that the filters find, or a `DirectoryError`: never a part. */
export async function readDirectory(outbound: Outbound, settings: DirectorySettings): Promise<Snapshot> {
  const directory = await openDirectory(outbound, settings)
  try {
    return { persons: await directory.listPersons(), groups: await directory.listGroups() }
  } finally {
    await directory.close()
  }
}
