import { UploadMetadata } from '@holdfast/api/files/uploads'
import { parseUtc } from '@holdfast/api/time'
import type { Static } from 'typebox'
import { fail } from '../../errors.ts'
import { paramsDecoder, type RawParams } from '../../platform/parameters.ts'
import type { NewUpload } from './create-upload.ts'

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS =
  'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum'
export const CHECKSUMS = ['sha1', 'sha256', 'sha512', 'md5']
export const OFFSET_TYPE = 'application/offset+octet-stream'
const MAX_METADATA = 8192

const decode = paramsDecoder(UploadMetadata)

/** A header that holds a number of bytes; undefined where it was not sent. */
export function countIn(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const count = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(count)
    ? count
    : fail('invalid_request', `The header ${name} is not a number of bytes.`)
}

/** How long the upload will be; undefined where that comes later. */
export function lengthIn(length: string | undefined, defer: string | undefined): number | undefined {
  if (defer !== undefined && (defer !== '1' || length !== undefined))
    fail('invalid_request', 'Send either Upload-Length, or Upload-Defer-Length: 1')
  const count = countIn('Upload-Length', length)
  if (count === undefined && defer === undefined)
    fail('invalid_request', 'The header Upload-Length is missing.')
  return count
}

export interface Checksum {
  algorithm: string
  digest: Buffer
}

export function checksumIn(value: string | undefined): Checksum | undefined {
  if (value === undefined) return undefined
  const [algorithm = '', digest, ...more] = value.split(' ')
  if (!CHECKSUMS.includes(algorithm) || digest === undefined || more.length > 0)
    return fail(
      'invalid_request',
      `Upload-Checksum must be one of ${CHECKSUMS.join(', ')}, then a space and the checksum in base64.`,
    )
  return { algorithm, digest: base64In('Upload-Checksum', digest) }
}

/** What is to become of the bytes, from Upload-Metadata. */
export function newUploadIn(metadata: string | undefined, length: number | undefined): NewUpload {
  const given = decode(metadataIn(metadata ?? '')) as Static<typeof UploadMetadata>
  const { root_id: rootId, folder_id: folderId, file_id: fileId } = given
  if ((folderId === undefined) === (fileId === undefined))
    fail('invalid_request', 'Upload-Metadata must have either folder_id and filename, or file_id.')
  return {
    target: fileId === undefined ? { rootId, folderId: folderId ?? 0 } : { rootId, fileId },
    filename: given.filename,
    onConflict: given.on_conflict ?? 'error',
    ifVer: given.if_ver,
    created: given.created === undefined ? undefined : parseUtc(given.created),
    modified: given.modified === undefined ? undefined : parseUtc(given.modified),
    clientOp: given.client_op,
    metadata: metadata ?? '',
    length,
  } as NewUpload
}

/** Pairs of a key and base64, separated by commas; the value may be missing. */
function metadataIn(text: string): RawParams {
  if (text.length > MAX_METADATA) fail('invalid_request', 'Upload-Metadata is too long.')
  const params: RawParams = Object.create(null)
  for (const pair of text.trim() === '' ? [] : text.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (key === '' || more.length > 0 || key in params)
      fail('invalid_request', 'Upload-Metadata is malformed.')
    const bytes = base64In('Upload-Metadata', value)
    const decoded = bytes.toString('utf8')
    if (!Buffer.from(decoded).equals(bytes))
      fail('invalid_request', `Upload-Metadata: ${key} is not valid UTF-8.`)
    params[key] = decoded
  }
  return params
}

function base64In(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  // What is no base64 is skipped over silently, so the way back must lead to the same text.
  if (bytes.toString('base64') !== text) fail('invalid_request', `${name} is not valid base64.`)
  return bytes
}
