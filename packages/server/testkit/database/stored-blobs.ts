import { readdir, rm, symlink } from 'node:fs/promises'
import {
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { BlobsLocation } from '../../src/platform/config/config.ts'

/** The keys of all blobs of files that are really there, in order; what else the store has is left out. */
export async function listBlobs(location: BlobsLocation): Promise<string[]> {
  const keys = location.kind === 'disk' ? await listFiles(location.dir) : await listObjects(location)
  return keys.filter((key) => /^[0-9a-f]{32}$/.test(key)).sort()
}

async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Makes each read of a file fail as on a bad spot of a disk (EIO), for its owner's process: there is no memory at address 0. */
export async function makeUnreadable(file: string): Promise<void> {
  await rm(file)
  await symlink('/proc/self/mem', file)
}

type S3 = BlobsLocation & { kind: 's3' }

const listObjects = async (location: S3): Promise<string[]> =>
  (await listBucket(location)).map((key) => key.slice(location.prefix.length + 1))

/** The keys of all objects of a bucket, whatever they are for. */
export async function listBucket({ bucket, prefix: _, ...location }: S3): Promise<string[]> {
  using s3 = connect(location)
  const keys: string[] = []
  let token: string | undefined
  do {
    const page = await s3.client.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(token && { ContinuationToken: token }) }),
    )
    for (const { Key = '' } of page.Contents ?? []) keys.push(Key)
    token = page.NextContinuationToken
  } while (token)
  return keys
}

/** Stores an object of somebody else beside the blobs. */
export async function plantObject({ bucket, prefix, ...location }: S3, name: string): Promise<void> {
  using s3 = connect(location)
  await s3.client.send(
    new PutObjectCommand({ Bucket: bucket, Key: `${prefix}/${name}`, Body: 'of somebody else' }),
  )
}

/** Takes a bucket away while it is in use. */
export async function removeBucket({ bucket, prefix, ...location }: S3): Promise<void> {
  const keys = await listObjects({ bucket, prefix, ...location })
  using s3 = connect(location)
  for (const key of keys)
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}/${key}` }))
  await s3.client.send(new DeleteBucketCommand({ Bucket: bucket }))
}

function connect({ endpoint, region }: Pick<S3, 'endpoint' | 'region'>) {
  const client = new S3Client({
    forcePathStyle: true,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
  })
  return { client, [Symbol.dispose]: () => client.destroy() }
}
