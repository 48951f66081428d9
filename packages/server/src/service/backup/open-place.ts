import path from 'node:path'
import { BlobNotFoundError } from '../../platform/blobs/blob-store.ts'
import { openS3BlobStore } from '../../platform/blobs/s3.ts'
import { type BlobsLocation, readBlobsUrl } from '../../platform/config/config.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace, Shelf } from './place.ts'

/** A folder, or an address as HOLDFAST_BLOBS_URL takes it. `create` makes a folder that is not there. */
export async function openPlace(given: string, create: boolean): Promise<BackupPlace> {
  const url = /^(s3|file):/i.test(given) ? given : `file:${path.resolve(given)}`
  return openPlaceAt(readBlobsUrl(url), create)
}

export async function openPlaceAt(location: BlobsLocation, create: boolean): Promise<BackupPlace> {
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
