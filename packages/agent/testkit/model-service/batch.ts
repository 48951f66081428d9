import type { ChunkRef } from '@holdfast/api/files/chunks'
import { AGENT_NAME, nameKey, storedName, TOO_DEEP } from '@holdfast/api/files/names'
import { type BatchOp, type BatchResult, RETAKE_MS } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { parseUtc } from '@holdfast/api/time'
import {
  addFile,
  addFolder,
  deleteEntry,
  type Edit,
  itemMeant,
  type NewContent,
  type Outcome,
  placeEntry,
  type Refusal,
  replaceContent,
  setTime,
  whyNoName,
} from './changes.ts'
import { entryView, TOP } from './entry.ts'

/** So many changes share a transaction, and are answered as that leaves them. */
const TOGETHER = 50

export interface Batch {
  readonly ops: readonly BatchOp[]
  /** Chunks whose bytes came along. */
  readonly inline: ReadonlyMap<string, ChunkRef>
  readonly contentIdOf: (chunks: readonly ChunkRef[]) => string
  readonly maxFileSize: number
}

type Op<Name extends BatchOp['op']> = Extract<BatchOp, { op: Name }>

export function applyOps(edit: Edit, batch: Batch): BatchResult[] {
  const results: BatchResult[] = []
  for (let from = 0; from < batch.ops.length; from += TOGETHER) {
    const ops = batch.ops.slice(from, from + TOGETHER)
    const outcomes = ops.map((op) => tryOp(edit, batch, op))
    results.push(...outcomes.map((outcome) => resultOf(edit, outcome)))
  }
  return results
}

interface Tried {
  op: BatchOp
  /** The item that was changed, or that a refusal is about. */
  entryId: EntryId | undefined
  error?: Refusal
}

function tryOp(edit: Edit, batch: Batch, op: BatchOp): Tried {
  const outcome = edit.root.changedBy(edit.by, op.op_id) ?? applyOp(edit, batch, op)
  return typeof outcome === 'string'
    ? { op, entryId: inTheWay(edit, op, outcome), error: outcome }
    : { op, entryId: outcome }
}

function applyOp(common: Edit, batch: Batch, op: BatchOp): Outcome {
  const edit: Edit = { ...common, clientOp: op.op_id }
  switch (op.op) {
    case 'put':
      return put(edit, batch, op)
    case 'mkdir':
      return addFolder(edit, op.folder_id, op.name, op.meta)
    case 'place':
      return place(edit, op)
    case 'touch':
      return touch(edit, op)
    case 'retake':
      return retake(edit, batch, op)
    case 'delete': {
      const meant = itemMeant(edit, op.entry_id, op.if_ver)
      return typeof meant === 'string' ? meant : deleteEntry(edit, meant.id, true)
    }
  }
}

function put(edit: Edit, { inline, contentIdOf, maxFileSize }: Batch, op: Op<'put'>): Outcome {
  const { chunks: refs, entry_id, if_ver, folder_id = TOP, name = '', meta } = op
  const chunks = refs.map((ref) => inline.get(ref.sha256) ?? ref)
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  if (size !== op.size) return 'invalid_request'
  const why = entry_id === undefined ? whyNoName(storedName(name), 'file', edit.excluded) : undefined
  if (why) return why
  if (size > maxFileSize) return 'policy_error'
  const file: NewContent = {
    content: { id: contentIdOf(chunks), size, chunks },
    brought: inline,
    modified: timeIn(op.modified),
    created: timeIn(op.created),
    meta,
  }
  return entry_id === undefined
    ? addFile(edit, folder_id, name, file)
    : replaceContent(edit, entry_id, if_ver, file)
}

function touch(edit: Edit, { entry_id, if_ver, modified }: Op<'touch'>): Outcome {
  const meant = itemMeant(edit, entry_id, if_ver)
  return typeof meant === 'string' ? meant : setTime(edit, meant.id, timeIn(modified) ?? 0)
}

/** As the service does it: three changes of one operation. */
function retake(common: Edit, batch: Batch, op: Op<'retake'>): Outcome {
  const { root, at, clientOp, ...by } = common
  const meant = itemMeant(common, op.entry_id, op.if_ver)
  if (typeof meant === 'string') return meant
  const [left, move] = root.log.filter(({ entry }) => entry?.id === meant.id).slice(-2)
  const isOwn =
    move?.entry?.ver === meant.ver &&
    (move.op === 'rename' || move.op === 'move') &&
    left?.entry?.parentId === op.folder_id &&
    nameKey(left.entry.name) === nameKey(op.name) &&
    move.by.machineId === common.by.machineId &&
    at - move.at <= RETAKE_MS
  if (!isOwn) return 'ver_conflict'
  const missing = root.chunks.whyNot(op.chunks, batch.inline)
  if (missing) return missing
  const edit = { ...by, root, at, firstSeq: root.seq + 1 }
  const placed = placeEntry(edit, meant.id, { folderId: op.folder_id, name: op.name })
  if (typeof placed === 'string') return placed
  const old = root.revisions.get(meant.revisionId ?? (0 as never))
  if (!old) return 'not_found'
  const backup = { content: old.content, brought: { has: () => true }, modified: meant.modifiedAt }
  const copied = addFile(edit, meant.parentId, meant.name, { ...backup, created: meant.createdAt })
  if (typeof copied === 'string') return copied
  return put({ ...edit, clientOp }, batch, { ...op, op: 'put', if_ver: meant.ver + 1 })
}

const timeIn = (text: string | undefined) => (text === undefined ? undefined : parseUtc(text))

function place(edit: Edit, { entry_id, if_ver, folder_id, name, meta }: Op<'place'>): Outcome {
  const meant = itemMeant(edit, entry_id, if_ver)
  if (typeof meant === 'string') return meant
  return (
    whyNoName(storedName(name), meant.kind, edit.excluded) ??
    placeEntry(edit, entry_id, { folderId: folder_id, name, meta })
  )
}

function resultOf({ root, at }: Edit, { op, entryId, error }: Tried): BatchResult {
  const entry = entryId === undefined ? undefined : root.entries.get(entryId)
  return { op_id: op.op_id, ...(entry && { entry: entryView(entry, at) }), ...(error && toldAs(error)) }
}

const toldAs = (error: Refusal): Pick<BatchResult, 'error' | 'error_reason'> =>
  error === TOO_DEEP || error === AGENT_NAME ? { error: 'invalid_name', error_reason: error } : { error }

function inTheWay({ root }: Edit, op: BatchOp, error: Refusal): EntryId | undefined {
  if (error === 'name_conflict' && 'folder_id' in op)
    return root.named(op.folder_id ?? TOP, op.name ?? '')?.id
  return 'entry_id' in op ? op.entry_id : undefined
}
