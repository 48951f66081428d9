import type { Op } from './ops.ts'

/**
 * Without new files that hold what another one held until it was saved: they wait until the service has the save. Before that
 * it would show two equal files, and somebody who deletes the new one would not know that the other is about to be replaced.
 */
export function withoutEarlyBackups(planned: readonly Op[], ops: readonly Op[]): readonly Op[] {
  const replaced = new Set<string>()
  for (const op of planned)
    if (op.op === 'send' && op.link.content !== null)
      replaced.add(keyOf(op.link.content, op.link.localModified))
  if (replaced.size === 0) return ops
  return ops.filter(
    (op) =>
      op.op !== 'create' ||
      op.local.content === null ||
      !replaced.has(keyOf(op.local.content, op.local.modified)),
  )
}

/** A rename keeps the time: another file that happens to have the same content need not wait. */
const keyOf = (content: string, modified: number | null): string => `${modified} ${content}`
