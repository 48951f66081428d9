/** Bytes of files under the keys of their blobs, and what belongs to single backups. */
export type Shelf = 'blobs' | 'backups'

/** Where backups are kept. Names have letters, digits, dots, dashes and underscores only. */
export interface BackupPlace {
  /** All of it is there, durably, once this resolves; before that nothing. Takes the place of what has the name. */
  put(shelf: Shelf, name: string, bytes: Buffer): Promise<void>
  /** Undefined if there is none. */
  get(shelf: Shelf, name: string): Promise<Buffer | undefined>
  /** Some at a time, in no order. */
  list(shelf: Shelf): AsyncGenerator<string[]>
  /** Deleting what is not there is not an error. */
  delete(shelf: Shelf, name: string): Promise<void>
  close(): Promise<void>
}
