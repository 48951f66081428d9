import { createHash, type Hash } from 'node:crypto'
import { CUTTER_VERSION } from '@holdfast/api/cutter'

/** The beginning of a content id, to be given the hashes of the chunks in their order. */
export const startContentId = (): Hash => createHash('sha256').update(`holdfast content ${CUTTER_VERSION}\n`)
