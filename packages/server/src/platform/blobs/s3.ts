import { ConfigError } from '../config.ts'
import { type BlobKey, BlobNotFoundError, type BlobStore, BlobTooShortError } from './blob-store.ts'

export interface S3Location {
  bucket: string
  prefix: string
  endpoint: string | undefined
  region: string | undefined
}

/** Blobs as objects of one bucket. Credentials come from where AWS tools look for them. */
export async function openS3BlobStore({ bucket, prefix, endpoint, region }: S3Location): Promise<BlobStore> {
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
    maxAttempts: 5,
    // Silence for so long ends an attempt; bytes that keep coming, however slowly, do not.
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 30_000 },
    // Servers other than Amazon's often know no trailing checksums; the request signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: BlobKey) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key })

  await s3.send(new HeadBucketCommand({ Bucket: bucket })).catch((error) => {
    s3.destroy()
    const { message } = failure(`The S3 bucket «${bucket}» cannot be used`, error)
    throw new ConfigError(
      `${message}. Check HOLDFAST_BLOBS_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      { cause: error },
    )
  })

  return {
    async put(key, parts) {
      await s3.send(new PutObjectCommand({ ...at(key), Body: Buffer.concat(parts) })).catch((error) => {
        throw failure(`The blob ${key} could not be stored in the S3 bucket «${bucket}»`, error)
      })
    },

    async get(key, range) {
      // HTTP cannot ask for zero bytes.
      if (range && range.start === range.end) return Buffer.alloc(0)
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      const answer = await s3
        .send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
        .catch((error) => {
          if (error instanceof NoSuchKey) throw new BlobNotFoundError(key)
          if (error.name === 'InvalidRange') throw new BlobTooShortError(key)
          throw failure(`The blob ${key} could not be read from the S3 bucket «${bucket}»`, error)
        })
      const bytes = bufferOf(await answer.Body?.transformToByteArray())
      if (range && bytes.length !== range.end - range.start) throw new BlobTooShortError(key)
      return bytes
    },

    async delete(key) {
      await s3.send(new DeleteObjectCommand(at(key))).catch((error) => {
        if (error instanceof NoSuchKey) return
        throw failure(`The blob ${key} could not be deleted from the S3 bucket «${bucket}»`, error)
      })
    },

    async *list(beginning = '') {
      const start = prefix ? `${prefix}/` : ''
      let ContinuationToken: string | undefined
      do {
        const page = await s3
          .send(
            new ListObjectsV2Command({
              Bucket: bucket,
              ...(start + beginning && { Prefix: start + beginning }),
              ...(ContinuationToken && { ContinuationToken }),
            }),
          )
          .catch((error) => {
            throw failure(`The S3 bucket «${bucket}» could not be listed`, error)
          })
        // Another service may keep its blobs deeper in the same bucket.
        const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(start.length))
        yield keys.filter((key) => key !== '' && !key.includes('/'))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async putAt(key) {
      const answer = await s3.send(new HeadObjectCommand(at(key))).catch((error) => {
        if (error instanceof NotFound || error instanceof NoSuchKey) return undefined
        throw failure(`The blob ${key} could not be looked for in the S3 bucket «${bucket}»`, error)
      })
      return answer?.LastModified?.getTime()
    },

    close: async () => s3.destroy(),
  }
}

const REASONS: Record<number, string> = {
  301: 'it is in another region',
  403: 'access is denied: check the credentials and their rights',
  404: 'it does not exist',
}

/** Says what an administrator can act on: a HEAD request is answered by a bare status. */
function failure(what: string, error: Error & { $metadata?: { httpStatusCode?: number } }): Error {
  const status = error.$metadata?.httpStatusCode
  const reason = (status && REASONS[status]) ?? error.message
  return new Error(`${what}: ${reason} (${[error.name, status].filter(Boolean).join(' ')})`, { cause: error })
}

const bufferOf = (bytes: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
