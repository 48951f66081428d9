import path from 'node:path'
import { blobKey } from '../../../platform/basics/blob-key.ts'
import { BlobNotFoundError } from '../../../platform/blobs/blob-store.ts'
import { openS3BlobStore } from '../../../platform/blobs/s3.ts'
import { type BlobsLocation, readBlobsUrl } from '../../../platform/config/config.ts'
import { openFolderPlace } from './folder-place.ts'
import type { Shelf } from './names.ts'
import { type BackupPlace, strict } from './place.ts'

/** A folder, or an address as HOLDFAST_BLOBS_URL takes it. */
export const readPlace = (given: string): BlobsLocation =>
  readBlobsUrl(/^(s3|file):/i.test(given) ? given : `file:${path.resolve(given)}`)

/** `create` makes a folder that is not there. */
export async function openPlaceAt(location: BlobsLocation, create: boolean): Promise<BackupPlace> {
  return location.kind === 's3' ? openS3Place(location) : openFolderPlace(location.dir, create)
}

type S3Location = Extract<BlobsLocation, { kind: 's3' }>

/** An object is there as a whole or not at all, so the adapter for blobs does. */
async function openS3Place(location: S3Location): Promise<BackupPlace> {
  const open = (shelf: Shelf) =>
    openS3BlobStore({ ...location, prefix: [location.prefix, shelf].filter(Boolean).join('/') })
  const stores = { blobs: await open('blobs'), pieces: await open('pieces'), backups: await open('backups') }
  return strict({
    put: (shelf, name, bytes) => stores[shelf].put(blobKey(name), [bytes]),
    get: (shelf, name) =>
      stores[shelf].get(blobKey(name)).catch((error) => {
        if (error instanceof BlobNotFoundError) return undefined
        throw error
      }),
    list: (shelf) => stores[shelf].listSizes(),
    delete: (shelf, name) => stores[shelf].delete(blobKey(name)),
    async close() {
      for (const store of Object.values(stores)) await store.close()
    },
  })
}
