import type { ChunkRef } from '@holdfast/api/files/chunks'
import { AGENT_NAME, storedName, TOO_DEEP } from '@holdfast/api/files/names'
import type { BatchOp, BatchResult } from '@holdfast/api/files/sync'
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
import { retakeName } from './retake-name.ts'

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
      return setTime(edit, op.entry_id, op.if_ver, timeIn(op.modified) ?? 0)
    case 'retake':
      return whyNoFile(edit, batch, op, op.name) ?? retakeName(edit, op, newContent(batch, op))
    case 'delete': {
      const meant = itemMeant(edit, op.entry_id, op.if_ver)
      return typeof meant === 'string' ? meant : deleteEntry(edit, meant.id, true)
    }
  }
}

function put(edit: Edit, batch: Batch, op: Op<'put'>): Outcome {
  const { entry_id, if_ver, folder_id = TOP, name = '' } = op
  const why = whyNoFile(edit, batch, op, entry_id === undefined ? name : undefined)
  if (why) return why
  const file = newContent(batch, op)
  return entry_id === undefined
    ? addFile(edit, folder_id, name, file)
    : replaceContent(edit, entry_id, if_ver, file)
}

type BroughtFile = Pick<Op<'put'>, 'size' | 'chunks' | 'modified' | 'created' | 'meta'>

const chunksOf = ({ inline }: Batch, { chunks }: BroughtFile): ChunkRef[] =>
  chunks.map((ref) => inline.get(ref.sha256) ?? ref)

/** What can be known without looking at what is there; of a file that is there, without a name. */
function whyNoFile(
  { excluded }: Edit,
  batch: Batch,
  file: BroughtFile,
  name: string | undefined,
): Refusal | undefined {
  const size = chunksOf(batch, file).reduce((sum, chunk) => sum + chunk.size, 0)
  if (size !== file.size) return 'invalid_request'
  const why = name === undefined ? undefined : whyNoName(storedName(name), 'file', excluded)
  return why ?? (size > batch.maxFileSize ? 'policy_error' : undefined)
}

function newContent(batch: Batch, file: BroughtFile): NewContent {
  const chunks = chunksOf(batch, file)
  return {
    content: { id: batch.contentIdOf(chunks), size: file.size, chunks },
    brought: batch.inline,
    modified: timeIn(file.modified),
    created: timeIn(file.created),
    meta: file.meta,
  }
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
