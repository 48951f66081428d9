import { listedExtension, nameKey, storedName } from '@holdfast/api/files/names'
import { type BatchOp, RETAKE_MS } from '@holdfast/api/files/sync'
import {
  addFile,
  type Edit,
  type NewContent,
  type Outcome,
  placeEntry,
  type Refusal,
  replaceContent,
  whyNotInto,
} from './changes.ts'
import type { Entry, LogLine } from './entry.ts'

type Retake = Extract<BatchOp, { op: 'retake' }>

const MOVES = ['rename', 'move']

/** As the service does it: changes of one operation, of which the last has the name. */
export function retakeName(edit: Edit, op: Retake, file: NewContent): Outcome {
  const { root } = edit
  const meant = root.entries.get(op.entry_id)
  if (meant?.kind !== 'file') return 'not_found'
  if (meant.ver !== op.if_ver || !hasJustLeft(edit, meant, op)) return 'ver_conflict'
  const why = whyNotBack(edit, meant, op) ?? root.chunks.whyNot(file.content.chunks, file.brought)
  if (why) return why
  const { clientOp, ...unnamed } = edit
  const part = { ...unnamed, firstSeq: root.seq + 1 }
  if (meant.deleted) {
    const place = { parentId: op.folder_id, name: storedName(op.name), deleted: false, lock: null }
    root.change('restore', { ...meant, ...place }, part)
  } else {
    placeEntry(part, meant.id, { folderId: op.folder_id, name: op.name })
    const old = root.revisions.get(meant.revisionId ?? (0 as never))
    if (!old) return 'not_found'
    const backup = { content: old.content, brought: { has: () => true }, modified: meant.modifiedAt }
    addFile(part, meant.parentId, meant.name, { ...backup, created: meant.createdAt })
  }
  return replaceContent({ ...part, clientOp }, meant.id, undefined, { ...file, isSave: true })
}

/** Whether the newest change of a file took it from a place; one that is deleted may have had another name since. */
function hasJustLeft({ root, at, by }: Edit, { id, deleted }: Entry, op: Retake): boolean {
  const isState = (line: LogLine) => line.entry?.id === id && line.op !== 'lock' && line.op !== 'unlock'
  const [last, second, third] = root.log.filter(isState).reverse()
  const isOwn = (line: LogLine | undefined, ops: readonly string[]): boolean =>
    line !== undefined &&
    ops.includes(line.op) &&
    line.by.personId === by.personId &&
    line.by.machineId === by.machineId &&
    at - line.at <= RETAKE_MS
  const isHere = (line: LogLine | undefined): boolean =>
    line?.entry?.parentId === op.folder_id && nameKey(line.entry.name) === nameKey(op.name)
  if (!isOwn(last, deleted ? ['delete'] : MOVES)) return false
  return isHere(second) || (deleted && isOwn(second, MOVES) && isHere(third))
}

function whyNotBack(edit: Edit, meant: Entry, op: Retake): Refusal | undefined {
  const { root, by, at, excluded } = edit
  if (!meant.deleted && !root.isLive(meant)) return 'not_found'
  if (!meant.deleted && root.isLockedFor(by, meant, at)) return 'resource_locked'
  const why = whyNotInto(edit, op.folder_id)
  if (why) return why
  const taken = root.named(op.folder_id, op.name)
  if (taken && taken.id !== meant.id) return 'name_conflict'
  return !meant.deleted && listedExtension(meant.name, excluded) !== undefined
    ? 'invalid_extension'
    : undefined
}
