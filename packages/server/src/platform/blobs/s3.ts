import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import { type BlobKey, blobKey, isBlobKey } from '../basics/blob-key.ts'
import { Outage } from '../basics/outage.ts'
import { type BlobsLocation, NotThereError } from '../config/config.ts'
import { BlobNotFoundError, type BlobStore, BlobTooShortError } from './blob-store.ts'
import { inTries, LIMITS, type S3Error } from './s3-tries.ts'

type S3Location = Omit<BlobsLocation & { kind: 's3' }, 'kind'>

export interface S3BlobStore extends BlobStore {
  /** The names and sizes of all objects, which a list of them tells anyway; also of those that are no blobs. */
  listSizes(): AsyncGenerator<{ name: string; size: number }[]>
}

/** Blobs as objects of one bucket. Credentials come from where AWS tools look for them. */
export async function openS3BlobStore({
  bucket,
  prefix,
  endpoint,
  region,
  limits,
}: S3Location): Promise<S3BlobStore> {
  // Loaded only where it is used: it is by far the largest module of the service.
  const {
    DeleteObjectCommand,
    GetObjectCommand,
    HeadBucketCommand,
    HeadObjectCommand,
    ListObjectsV2Command,
    NoSuchKey,
    NotFound,
    PutObjectCommand,
    S3Client,
  } = await import('@aws-sdk/client-s3')
  const s3 = new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    region: region ?? 'us-east-1',
    // See `inTries`: the client's own would not try again what breaks off in the middle of its bytes.
    maxAttempts: 1,
    // Servers other than Amazon's often know no trailing checksums; the request signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const tries = { ...LIMITS, ...limits }
  const at = (key: BlobKey) => ({ Bucket: bucket, Key: `${prefix ? `${prefix}/` : ''}${blobKey(key)}` })

  await inTries(tries, 0, (within) => s3.send(new HeadBucketCommand({ Bucket: bucket }), within)).catch(
    (error) => {
      s3.destroy()
      const { message } = explained(`The S3 bucket “${bucket}” cannot be used`, error)
      throw new NotThereError(
        `${message}. Check HOLDFAST_BLOBS_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
        { cause: error },
      )
    },
  )

  async function* listPages(beginning = ''): AsyncGenerator<{ name: string; size: number }[]> {
    const start = prefix ? `${prefix}/` : ''
    let ContinuationToken: string | undefined
    do {
      const asked = new ListObjectsV2Command({
        Bucket: bucket,
        ...(start + beginning && { Prefix: start + beginning }),
        ...(ContinuationToken && { ContinuationToken }),
      })
      const page = await inTries(tries, 0, (within) => s3.send(asked, within)).catch((error) => {
        throw failure(`The S3 bucket “${bucket}” could not be listed`, error)
      })
      const found = (page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({
        name: Key.slice(start.length),
        size: Size,
      }))
      // Another service may keep its blobs deeper in the same bucket.
      yield found.filter(({ name }) => name !== '' && !name.includes('/'))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  return {
    // A bucket is there, or cannot be opened.
    isNew: false,
    begin: async () => {},

    async put(key, parts) {
      const named = at(key)
      const Body = Buffer.concat(parts)
      await inTries(tries, Body.length, (within) =>
        s3.send(new PutObjectCommand({ ...named, Body }), within),
      ).catch((error) => {
        throw failure(`The blob ${key} could not be stored in the S3 bucket “${bucket}”`, error)
      })
    },

    async get(key, range) {
      const named = at(key)
      // HTTP cannot ask for zero bytes.
      if (range && range.start === range.end) return Buffer.alloc(0)
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      const size = range ? range.end - range.start : MAX_CHUNK
      const bytes = await inTries(tries, size, async (within) => {
        const { Body } = await s3.send(new GetObjectCommand({ ...named, ...(Range && { Range }) }), within)
        return bufferOf(await Body?.transformToByteArray())
      }).catch((error) => {
        if (error instanceof NoSuchKey) throw new BlobNotFoundError(key)
        if (error.name === 'InvalidRange') throw new BlobTooShortError(key)
        throw failure(`The blob ${key} could not be read from the S3 bucket “${bucket}”`, error)
      })
      if (range && bytes.length !== range.end - range.start) throw new BlobTooShortError(key)
      return bytes
    },

    async delete(key) {
      const asked = new DeleteObjectCommand(at(key))
      await inTries(tries, 0, (within) => s3.send(asked, within)).catch((error) => {
        if (error instanceof NoSuchKey) return
        throw failure(`The blob ${key} could not be deleted from the S3 bucket “${bucket}”`, error)
      })
    },

    async *list(beginning) {
      for await (const page of listPages(beginning)) yield page.map(({ name }) => name).filter(isBlobKey)
    },

    listSizes: () => listPages(),

    async putAt(key) {
      const asked = new HeadObjectCommand(at(key))
      const answer = await inTries(tries, 0, (within) => s3.send(asked, within)).catch((error) => {
        if (error instanceof NotFound || error instanceof NoSuchKey) return undefined
        throw failure(`The blob ${key} could not be looked for in the S3 bucket “${bucket}”`, error)
      })
      return answer?.LastModified?.getTime()
    },

    close: async () => s3.destroy(),
  }
}

const REASONS: Record<number, string> = {
  301: 'it is in another region',
  403: 'access denied. Check the credentials and their permissions',
  404: 'it does not exist',
}

/** How stores say that they have no room. */
const FULL = ['XMinioStorageFull', 'QuotaExceeded', 'QuotaExceededException', 'InsufficientStorage']

function failure(what: string, error: S3Error): Outage {
  const isFull = FULL.includes(error.name) || error.$metadata?.httpStatusCode === 507
  return new Outage(isFull ? 'blobs_full' : 'blobs', explained(what, error))
}

/** Says what an administrator can act on: a HEAD request is answered by a bare status. */
function explained(what: string, error: S3Error): Error {
  const status = error.$metadata?.httpStatusCode
  const reason = (status && REASONS[status]) ?? error.message
  return new Error(`${what}: ${reason} (${[error.name, status].filter(Boolean).join(' ')})`, { cause: error })
}

const bufferOf = (bytes: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
