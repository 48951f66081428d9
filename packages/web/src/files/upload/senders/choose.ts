import type { Item } from '../../../core/upload/machine-types.ts'
import { goesByChunks, sendChunks } from './chunks.ts'
import type { Sender } from './sender.ts'
import { sendSimply } from './simple.ts'
import { sendInPieces } from './tus.ts'

const MIB = 1024 * 1024
const SMALL = 4 * MIB

/**
 * One request for what is small. What is to stand beside another file goes in pieces whatever its size: sent once more
 * after an answer was lost, one request would make two of it.
 */
export function senderFor(item: Item): Sender {
  if (goesByChunks(item)) return sendChunks
  const isOneRequest = item.size <= SMALL && item.makes.what !== 'copy' && item.url === undefined
  return isOneRequest ? sendSimply : sendInPieces
}
