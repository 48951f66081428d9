import type { EntryId, RevisionId } from '@holdfast/api/ids'

/** Where an export has come to: the next step goes on from here, and what was written beyond it is written again. */
export interface Position {
  doing: 'plan' | 'files' | 'lists' | 'verify'
  /** In the list of its roots, and in that root: up to here all is written. */
  source: number
  entry: EntryId | 0
  revision: RevisionId | 0
  /** Of the lists about the organization. */
  list: number
  part: number
  /** How many bytes the part has, and how many its directory will have. */
  size: number
  directory: number
  /** How many files, folders and lists are written, and how many of them before this part. */
  written: number
  before: number
}

export const BEGINNING: Position = {
  doing: 'plan',
  source: 0,
  entry: 0,
  revision: 0,
  list: 0,
  part: 1,
  size: 0,
  directory: 0,
  written: 0,
  before: 0,
}
