import path from 'node:path'
import { BlobNotFoundError } from '../../platform/blobs/blob-store.ts'
import { openS3BlobStore } from '../../platform/blobs/s3.ts'
import { type BlobsLocation, readBlobsUrl } from '../../platform/config.ts'
import { openFolderPlace } from './folder-place.ts'

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

/** A folder, or an address as HOLDFAST_BLOBS_URL takes it. `create` makes a folder that is not there. */
export async function openPlace(given: string, create: boolean): Promise<BackupPlace> {
  const url = /^(s3|file):/i.test(given) ? given : `file:${path.resolve(given)}`
  const location = readBlobsUrl(url)
  return location.kind === 's3' ? openS3Place(location) : openFolderPlace(location.dir, create)
}

type S3Location = Extract<BlobsLocation, { kind: 's3' }>

/** An object is there as a whole or not at all, so the adapter for blobs does. */
async function openS3Place(location: S3Location): Promise<BackupPlace> {
  const shelf = (name: Shelf) =>
    openS3BlobStore({ ...location, prefix: [location.prefix, name].filter(Boolean).join('/') })
  const stores = { blobs: await shelf('blobs'), backups: await shelf('backups') }
  return {
    put: (shelf, name, bytes) => stores[shelf].put(name, [bytes]),
    get: (shelf, name) =>
      stores[shelf].get(name).catch((error) => {
        if (error instanceof BlobNotFoundError) return undefined
        throw error
      }),
    list: (shelf) => stores[shelf].list(),
    delete: (shelf, name) => stores[shelf].delete(name),
    async close() {
      for (const store of Object.values(stores)) await store.close()
    },
  }
}
