import { BRAKE_FILES } from '../../core/brake.ts'

const KIB = 1024
const MIB = KIB * KIB

/** How much is done at once. */
export interface Limits {
  /** Of one batch; the service takes no more. Files this small have one chunk each, which is fewer than it takes. */
  readonly batchOps: number
  readonly batchBytes: number
  /** Smaller files go up along with the batch that makes them. */
  readonly inlineBelow: number
  /** Files from this size on come down beside the rounds, so that nothing waits for them. */
  readonly largeFrom: number
  readonly downloads: number
  /** Files as small as those of a batch come down together: so many, or so many bytes, by one request. */
  readonly contentsFiles: number
  readonly contentsBytes: number
  readonly contentsAtOnce: number
  /** Smaller files that are to come: while there are so many, no folder is made for more of them. */
  readonly comingFiles: number
  /** Files that come or go beside the rounds, in each direction. */
  readonly largeAtOnce: number
  /** Chunks are sent together: so many, or so many bytes, by one request. */
  readonly bundleChunks: number
  readonly bundleBytes: number
  readonly bundlesAtOnce: number
  /** Changes of the disk that are written down together. */
  readonly group: number
  /** Of one look: what is left is read at the next. */
  readonly readFiles: number
  readonly readBytes: number
  readonly readsAtOnce: number
  /** New files that wait to be read: of more nothing is noted, and their folders are looked at again later. */
  readonly notedFiles: number
  /** At the least so long the same plan is worked at. */
  readonly sliceMs: number
  readonly brakeFiles: number
  /** Of each kind that is at rest: others are read again when they are asked for. */
  readonly heldItems: number
}

export const LIMITS: Limits = {
  batchOps: 500,
  // Leaves room for the names and versions of the changes.
  batchBytes: 7 * MIB,
  inlineBelow: 64 * KIB,
  largeFrom: MIB,
  downloads: 6,
  contentsFiles: 100,
  // Two devices of one person can do this at once, within what the service lets a person have under way.
  contentsBytes: 4 * MIB,
  contentsAtOnce: 2,
  comingFiles: 5000,
  largeAtOnce: 2,
  bundleChunks: 200,
  // Leaves room for the list of them.
  bundleBytes: 4 * MIB - 64 * KIB,
  bundlesAtOnce: 2,
  group: 100,
  readFiles: 2000,
  readBytes: 256 * MIB,
  readsAtOnce: 4,
  notedFiles: 20_000,
  sliceMs: 5000,
  brakeFiles: BRAKE_FILES,
  heldItems: 8192,
}
