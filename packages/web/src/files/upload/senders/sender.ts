import type { EntryId } from '@holdfast/api/ids'
import type { Batch, Item } from '../../../core/upload/machine-types.ts'

/** One file on its way. */
export interface Job {
  item: Item
  batch: Batch
  /** Where it goes. */
  folder: EntryId
  file: File
  signal: AbortSignal
  /** The server has a place for it, from where it can go on. */
  placed: (url: string) => void
  progress: (sent: number) => void
}

/** Gives the id of the file, where the server tells it; throws `Refused`. */
export type Sender = (job: Job) => Promise<EntryId | undefined>
