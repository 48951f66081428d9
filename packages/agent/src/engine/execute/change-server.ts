import type { BatchOp, BatchResult } from '@holdfast/api/sync'
import { formatUtc } from '@holdfast/api/time'
import type { RemoteOp } from '../../core/ops.ts'
import type { FileContent, Seen } from '../../ports/disk.ts'
import type { Intent } from '../../ports/store.ts'
import { acknowledge } from '../acknowledge.ts'
import { ask } from '../ask.ts'
import type { Engine } from '../engine.ts'
import { rowOfEntry } from '../rows.ts'
import { save } from '../state.ts'
import { seen } from './change-disk.ts'

interface Ready {
  readonly request: BatchOp
  readonly intent: Intent
  readonly file: (FileContent & { readonly seen: Seen }) | undefined
}

/**
 * Changes the service by one batch. Each change has a name that is written down first: whether the answer comes or not, the
 * log says in the end whether it was made, and that it was ours.
 */
export async function changeServer(engine: Engine, ops: readonly RemoteOp[]): Promise<void> {
  const { state, disk, server, store } = engine
  const ready: Ready[] = []
  for (const op of ops) {
    const prepared = await prepare(engine, op)
    if (prepared) ready.push(prepared)
  }
  const { position } = state
  if (ready.length === 0 || !position) return
  for (const { intent } of ready) state.addIntent(intent)
  await save(state, store)
  // An item that is missing because the disk is was not deleted.
  if (ops.some(({ op }) => op === 'delete')) await disk.check()
  const files = ready.flatMap(({ file }) => file ?? [])
  const inline = [
    ...new Map(files.flatMap(({ chunks }) => chunks.map((chunk) => [chunk.sha256, chunk]))).values(),
  ]
  const bytes: Uint8Array[] = []
  for (const file of files) {
    const read = await disk.readBytes(file.seen, 0, file.size)
    // The names stay written down: a change that the log never tells of was not made.
    if (read === 'changed') return
    bytes.push(read)
  }
  const request = { epoch: position.epoch, inline, ops: ready.map((one) => one.request) }
  const sent = await ask(() => server.applyBatch(request, bytes))
  if ('none' in sent) {
    // Refused as a whole, nothing was done; otherwise nobody knows.
    if (sent.none === 'denied') for (const { intent } of ready) state.dropIntent(intent.opId)
    return
  }
  for (const result of sent.answer.results) learn(engine, result)
  await save(state, store)
}

function learn({ state }: Engine, { op_id, entry, error }: BatchResult): void {
  if (error !== undefined || !entry) {
    state.dropIntent(op_id)
    return
  }
  const row = rowOfEntry(entry)
  state.trees.remote.learn(row)
  acknowledge(state, op_id, row)
}

async function prepare(engine: Engine, op: RemoteOp): Promise<Ready | undefined> {
  const { state } = engine
  const { links, local: tree } = state.trees
  if ('link' in op && links.ofRow(op.link.rowId) !== op.link) return undefined
  if ('local' in op && tree.get(op.local.id) !== op.local) return undefined
  const op_id = `${engine.settings().installation} ${++state.opCount}`
  switch (op.op) {
    case 'create':
      return op.local.kind === 'folder' ? prepareFolder(op, op_id) : prepareFile(engine, op, op_id)
    case 'send':
      return prepareFile(engine, op, op_id)
    case 'place': {
      const { row, local, folder, localFolder, name } = op
      return {
        request: { op: 'place', op_id, entry_id: row.id, if_ver: row.ver, folder_id: folder, name },
        intent: { opId: op_id, what: 'place', localId: local.id, localParent: localFolder },
        file: undefined,
      }
    }
    case 'delete':
      return {
        request: { op: 'delete', op_id, entry_id: op.row.id, if_ver: op.row.ver },
        intent: { opId: op_id, what: 'delete', localId: op.link.localId },
        file: undefined,
      }
  }
}

function prepareFolder({ local, folder }: Extract<RemoteOp, { op: 'create' }>, op_id: string): Ready {
  const { id: localId, parentId: localParent, kind, name } = local
  return {
    request: { op: 'mkdir', op_id, folder_id: folder, name },
    intent: { opId: op_id, what: 'create', localId, localParent, kind, content: null },
    file: undefined,
  }
}

/** The bytes that are sent are those that the plan knew: others wait for the next look. */
async function prepareFile(
  engine: Engine,
  op: Extract<RemoteOp, { op: 'create' | 'send' }>,
  op_id: string,
): Promise<Ready | undefined> {
  const { local } = op
  const item = seen(engine, local)
  const file = item && (await engine.disk.read(item))
  if (!file || file === 'changed' || file.content !== local.content) {
    engine.state.toScan.add(local.parentId)
    return undefined
  }
  const { content, size, chunks, modified } = file
  const common = { op: 'put' as const, op_id, size, chunks: [...chunks], modified: formatUtc(modified) }
  const { id: localId, parentId: localParent, kind, name } = local
  return op.op === 'create'
    ? {
        request: { ...common, folder_id: op.folder, name },
        intent: { opId: op_id, what: 'create', localId, localParent, kind, content },
        file: { ...file, seen: item },
      }
    : {
        request: { ...common, entry_id: op.row.id, if_ver: op.row.ver },
        intent: { opId: op_id, what: 'send', localId, content },
        file: { ...file, seen: item },
      }
}
