import { MINUTE_MS } from '@holdfast/api/time'
import { BRAKE_FILES } from '../../src/core/brake.ts'
import type { Limits } from '../../src/engine/state/limits.ts'
import type { Chance } from './chance.ts'
import { LARGE } from './contents.ts'

/** So small that few files are many. */
export function drawLimits(chance: Chance): Limits {
  const drawn = {
    batchOps: 1 + chance.below(4),
    batchBytes: 1 + chance.below(4),
    inlineBelow: LARGE,
    largeFrom: LARGE,
    downloads: 1 + chance.below(3),
    largeAtOnce: 1 + chance.below(2),
    bundlesAtOnce: 1 + chance.below(2),
    group: 1 + chance.below(4),
    readFiles: 1 + chance.below(6),
    readBytes: 1 + chance.below(3 * LARGE),
    readsAtOnce: 1 + chance.below(2),
    sliceMs: 3 * MINUTE_MS * chance.below(60),
    brakeFiles: BRAKE_FILES,
    heldItems: 2,
  }
  const { group, readFiles: notedFiles, downloads: contentsAtOnce, bundlesAtOnce: bundleChunks } = drawn
  return {
    ...drawn,
    notedFiles,
    comingFiles: group,
    contentsFiles: 1 + group,
    contentsBytes: 4,
    contentsAtOnce,
    bundleChunks: 1 + bundleChunks,
    bundleBytes: 2 * LARGE,
  }
}
