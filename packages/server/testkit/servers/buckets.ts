import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { BlobsLocation } from '../../src/platform/config/config.ts'
import { environment } from './environment.ts'

/** A new bucket on the run's S3 server. */
export async function makeBucket(name: string): Promise<BlobsLocation & { kind: 's3' }> {
  // Where the service looks for credentials, too.
  process.env.AWS_ACCESS_KEY_ID = environment('TESTKIT_S3_ACCESS_KEY')
  process.env.AWS_SECRET_ACCESS_KEY = environment('TESTKIT_S3_SECRET_KEY')
  const endpoint = environment('TESTKIT_S3_ENDPOINT')
  const region = environment('TESTKIT_S3_REGION')
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true })
  await s3.send(new CreateBucketCommand({ Bucket: name }))
  s3.destroy()
  return { kind: 's3', bucket: name, prefix: 'blobs', endpoint, region }
}
