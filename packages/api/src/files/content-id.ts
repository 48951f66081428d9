import { CUTTER_VERSION } from './cutter.ts'

/**
 * What a content id begins with. The id of a content is the SHA-256 of this followed by the SHA-256 of each of its chunks,
 * in order: clients that cut alike can tell equal contents without their bytes.
 */
export const CONTENT_ID_PREFIX = `holdfast content ${CUTTER_VERSION}\n`
