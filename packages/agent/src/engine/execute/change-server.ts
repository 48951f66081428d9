import { type BatchOp, type BatchResult, CONFIRMED_OP } from '@holdfast/api/files/sync'
import { formatUtc } from '@holdfast/api/time'
import { isSameLink } from '../../core/links.ts'
import type { LocalId } from '../../core/local-id.ts'
import type { RemoteOp, Sending } from '../../core/ops.ts'
import type { FileContent } from '../../ports/disk.ts'
import type { Intent } from '../../ports/store.ts'
import { acknowledge } from '../state/acknowledge.ts'
import { ask } from '../state/ask.ts'
import type { Engine } from '../state/engine.ts'
import { isPause } from '../state/line.ts'
import { failureOf } from '../state/refusals.ts'
import { rowOfEntry } from '../state/rows.ts'
import { isAsPlanned, seen } from '../state/seen.ts'
import type { Slice } from '../state/slice.ts'
import { inPool } from '../state/together.ts'
import { unlessTrouble } from '../state/trouble.ts'
import type { Uploads } from '../transfer/uploads.ts'

interface Ready {
  readonly op: RemoteOp
  readonly request: BatchOp
  readonly intent: Intent
  /** The bytes of a file that is so small that it has one chunk, or none. */
  readonly inline?: Uint8Array | undefined
}

/** It brings the content of a file. */
const isSending = (op: RemoteOp): op is Sending & { local: { kind: 'file' } } =>
  (op.op === 'create' || op.op === 'send' || op.op === 'retake') && op.local.kind === 'file'

/**
 * Changes the service by batches: what needs no bytes first, then small files with their bytes. The chunks of others go
 * ahead, beside the rounds.
 */
export async function changeServer(
  engine: Engine,
  ops: readonly RemoteOp[],
  slice: Slice,
  uploads: Uploads,
): Promise<void> {
  const { limits, line } = engine
  const isSmall = (op: Sending) => op.local.size < limits.inlineBelow
  const sendings = ops.filter(isSending).sort((one, other) => one.local.size - other.local.size)
  const large = sendings.filter((op) => !isSmall(op))
  const waiting = new Map<LocalId, Sending>(large.map((op) => [op.local.id, op]))
  let queue: RemoteOp[] = [...ops.filter((op) => !isSending(op)), ...sendings.filter(isSmall)]
  uploads.tidy(large)
  for (;;) {
    for (const id of uploads.complete()) {
      const op = waiting.get(id)
      if (!op || !uploads.ready(op.local)) continue
      queue.push(op)
      waiting.delete(id)
    }
    if (!slice.isOver) uploads.want(engine, large)
    const next = uploads.next()
    if (slice.isOver || line.isPaused || (queue.length === 0 && !next)) return
    if (queue.length > 0) {
      const { batch, rest } = takeBatch(engine, queue)
      queue = rest
      await sendBatch(engine, uploads, batch)
    } else if (next) await slice.waitFor(next)
  }
}

function takeBatch({ limits }: Engine, queue: readonly RemoteOp[]): { batch: RemoteOp[]; rest: RemoteOp[] } {
  let bytes = 0
  let count = 0
  for (const op of queue) {
    if (isSending(op) && op.local.size < limits.inlineBelow) bytes += op.local.size
    if (count >= limits.batchOps || (bytes > limits.batchBytes && count > 0)) break
    count++
  }
  return { batch: queue.slice(0, count), rest: queue.slice(count) }
}

/**
 * Each change has a name that is written down first: whether the answer comes or not, the log says in the end whether it was
 * made, and that it was ours.
 */
async function sendBatch(engine: Engine, uploads: Uploads, ops: readonly RemoteOp[]): Promise<void> {
  const { state, disk, server, save, limits, problems } = engine
  const ready: Ready[] = []
  await inPool(ops, limits.readsAtOnce, async (op) => {
    const prepared = await unlessTrouble(engine, op, () => prepare(engine, uploads, op))
    if (prepared) ready.push(prepared)
  })
  const { position } = state
  if (ready.length === 0 || !position) return
  for (const { intent } of ready) state.addIntent(intent)
  await save()
  // An item that is missing because the disk is was not deleted.
  if (ready.some(({ op }) => op.op === 'delete')) await disk.check()
  const { refs, bytes } = inlineOf(ready)
  const request = { epoch: position.epoch, inline: refs, ops: ready.map((one) => one.request) }
  const sent = await ask(engine, () => server.applyBatch(request, bytes))
  if ('none' in sent) {
    // Refused as a whole, nothing was done; otherwise nobody knows.
    if (sent.none === 'denied' || sent.none === 'refused')
      for (const { intent } of ready) state.dropIntent(intent.opId)
    if (sent.none === 'refused' && sent.error && !isPause(sent.error))
      for (const { op } of ready) problems.fail(op, failureOf(sent.error.body))
  } else {
    const byName = new Map(ready.map((one) => [one.intent.opId, one.op]))
    for (const result of sent.answer.results) {
      const op = byName.get(result.op_id)
      if (op && isSending(op)) uploads.forget(op.local.id)
      learn(engine, result, op)
    }
  }
  await save()
}

/** Each chunk once, in the order of its bytes. */
function inlineOf(ready: readonly Ready[]): {
  refs: { sha256: string; size: number }[]
  bytes: Uint8Array[]
} {
  const parts = new Map<string, Uint8Array>()
  for (const { request, inline } of ready)
    if (inline && 'chunks' in request) for (const { sha256 } of request.chunks) parts.set(sha256, inline)
  return {
    refs: [...parts].map(([sha256, { length: size }]) => ({ sha256, size })),
    bytes: [...parts.values()],
  }
}

function learn(engine: Engine, result: BatchResult, op: RemoteOp | undefined): void {
  const { state, problems, transfers, limits } = engine
  const { op_id, entry, error } = result
  if (error !== undefined || !entry) {
    state.dropIntent(op_id)
    if (op?.op === 'retake' && error !== 'missing_chunks')
      state.trees.leftNames.drop(op.folder, op.local.name)
    else if (op) problems.fail(op, failureOf(result))
    return
  }
  const row = rowOfEntry(entry)
  state.trees.remote.learn(row)
  // What has become of the backup is in the log.
  if (op?.op !== 'retake') acknowledge(state, op_id, row, engine.clock.now())
  if (op) problems.succeed(op)
  if (op && isSending(op) && row.kind === 'file' && row.size < limits.inlineBelow)
    transfers.noteWhole({ path: problems.localPath(op.local.id), direction: 'up', size: row.size })
}

async function prepare(engine: Engine, uploads: Uploads, op: RemoteOp): Promise<Ready | undefined> {
  const isStill = () => isAsPlanned(engine, op) && (op.op !== 'retake' || isSameBackup(engine, op))
  if (!isStill()) return undefined
  if (isSending(op)) {
    const file = await readFile(engine, uploads, op)
    return file && isStill() ? { op, ...filePut(engine, op, file), inline: file.inline } : undefined
  }
  const name = nextName(engine)
  switch (op.op) {
    case 'create': {
      const { id: localId, parentId: localParent, kind, name: called } = op.local
      return {
        op,
        request: { op: 'mkdir', op_id: name, folder_id: op.folder, name: called },
        intent: { opId: name, what: 'create', localId, localParent, kind, content: null },
      }
    }
    case 'place': {
      const { row, local, folder, localFolder, name: called } = op
      return {
        op,
        request: {
          op: 'place',
          op_id: name,
          entry_id: row.id,
          if_ver: row.ver,
          folder_id: folder,
          name: called,
        },
        intent: { opId: name, what: 'place', localId: local.id, localParent: localFolder },
      }
    }
    case 'touch': {
      const { row, local, modified } = op
      return {
        op,
        request: {
          op: 'touch',
          op_id: name,
          entry_id: row.id,
          if_ver: row.ver,
          modified: formatUtc(modified),
        },
        intent: { opId: name, what: 'touch', localId: local.id, modified },
      }
    }
    case 'delete': {
      const op_id = engine.state.isConfirmed ? `${CONFIRMED_OP}${name}` : name
      return {
        op,
        request: { op: 'delete', op_id, entry_id: op.row.id, if_ver: op.row.ver },
        intent: { opId: op_id, what: 'delete', localId: op.link.localId },
      }
    }
    default:
      return undefined
  }
}

/** A file that has become a backup, or was deleted, is what it was when the plan was made. */
function isSameBackup(
  { state: { trees } }: Engine,
  { row, backup }: Extract<Sending, { op: 'retake' }>,
): boolean {
  const link = trees.links.ofRow(row.id)
  return link && backup ? isSameLink(link, backup) : link === backup
}

const nextName = ({ state, settings }: Engine): string => `${settings().installation} ${++state.opCount}`

function filePut(engine: Engine, op: Sending, file: FileContent): Pick<Ready, 'request' | 'intent'> {
  const op_id = nextName(engine)
  const { content, size, chunks, modified } = file
  const common = { op: 'put' as const, op_id, size, chunks: [...chunks], modified: formatUtc(modified) }
  const { id: localId, parentId: localParent, kind, name, modified: localModified } = op.local
  if (op.op === 'retake') {
    const { row, folder, backup } = op
    const place = { entry_id: row.id, if_ver: row.ver, folder_id: folder, name }
    const was = backup ? { localId: backup.localId, folder: row.parentId, name: row.name } : null
    return {
      request: { ...common, op: 'retake', ...place },
      intent: {
        opId: op_id,
        what: 'retake',
        localId,
        localParent,
        content,
        modified: localModified,
        backup: was,
      },
    }
  }
  return op.op === 'create'
    ? {
        request: { ...common, folder_id: op.folder, name },
        intent: { opId: op_id, what: 'create', localId, localParent, kind, content, modified: localModified },
      }
    : {
        request: { ...common, entry_id: op.row.id, if_ver: op.row.ver },
        intent: { opId: op_id, what: 'send', localId, content, modified: localModified },
      }
}

/** The bytes that are sent are those that the plan knew: others wait for the next look. */
async function readFile(
  engine: Engine,
  uploads: Uploads,
  op: Sending,
): Promise<(FileContent & { inline?: Uint8Array }) | undefined> {
  const { disk, state, limits, problems } = engine
  const { local } = op
  const isInline = local.size < limits.inlineBelow
  if (!isInline) return uploads.ready(local)
  const item = seen(engine, local)
  const file = item && (await disk.read(item, 'with_bytes'))
  const bytes =
    file && file !== 'changed' ? (file.bytes ?? (await disk.readBytes(item, 0, file.size))) : undefined
  if (!file || file === 'changed' || file.content !== local.content || !bytes || bytes === 'changed') {
    state.toScan.add(local.parentId)
    problems.fail(op, { reason: null, likely: 'being_written' })
    return undefined
  }
  return { ...file, inline: bytes }
}
