import type { Op } from '../core/ops.ts'
import type { Engine } from './state/engine.ts'

/**
 * What is in a folder is planned once the folder is there. So folders are made as fast as files come into them, and a plan
 * holds the files of some folders, not of all. Large files count for nothing: others do not wait for them.
 */
export function withoutEarlyFolders({ state, limits }: Engine, ops: readonly Op[]): readonly Op[] {
  if (!ops.some(isFolder)) return ops
  const isSmall = ({ size }: { readonly size: number }) => size < limits.largeFrom
  let coming = 0
  for (const op of ops)
    if ((op.op === 'make' || op.op === 'replace') && op.row.kind === 'file' && isSmall(op.row)) coming++
  return ops.filter((op) => {
    if (!isFolder(op)) return true
    if (coming >= limits.comingFiles) return false
    coming += state.trees.remote.children(op.row.id).filter(isSmall).length
    return true
  })
}

const isFolder = (op: Op): op is Extract<Op, { op: 'make' }> => op.op === 'make' && op.row.kind === 'folder'
