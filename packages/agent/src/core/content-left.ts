import type { Op } from './ops.ts'

/** How much content a plan moves: files and their bytes. */
export interface ContentLeft {
  readonly files: number
  readonly bytes: number
}

export function contentLeft(ops: readonly Op[]): ContentLeft {
  let [files, bytes] = [0, 0]
  for (const op of ops) {
    const item =
      op.op === 'create' || op.op === 'send' || op.op === 'retake'
        ? op.local
        : op.op === 'make' || op.op === 'replace'
          ? op.row
          : undefined
    if (item?.kind !== 'file') continue
    files++
    bytes += item.size
  }
  return { files, bytes }
}
