import type { Culprit } from '../../records/brakes.ts'
import type { RootRow } from '../../records/roots.ts'

/** The page of the app with the changes that someone made in a root, where they can be undone. */
export const undoAddress = (root: RootRow['id'], { machine_id, person_id }: Culprit): string =>
  `/undo?root=${root}&${machine_id === null ? `who=${person_id}` : `machine=${machine_id}`}`
