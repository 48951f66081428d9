import { createHash, type Hash } from 'node:crypto'
import { CONTENT_ID_PREFIX } from '@holdfast/api/files/content-id'

/** The beginning of a content id, to be given the hashes of the chunks in their order. */
export const startContentId = (): Hash => createHash('sha256').update(CONTENT_ID_PREFIX)
