import type { Change } from '@holdfast/api/files/changes'
import type { EntryId } from '@holdfast/api/ids'
import type { RemoteRow } from '../core/remote-tree.ts'
import { isDecision } from './decided-there.ts'
import { acknowledge } from './state/acknowledge.ts'
import { ask } from './state/ask.ts'
import type { Engine } from './state/engine.ts'
import type { NoAnswer } from './state/line.ts'
import { rowOfChange, rowOfEntry } from './state/rows.ts'
import { takeSnapshot } from './take-snapshot.ts'

/**
 * Reads the log to the end of an operation: only there do the rows make a tree. Folders that came back are read too, and
 * then the log again, which may be behind them.
 */
export async function pull(engine: Engine): Promise<'done' | NoAnswer> {
  const { state, save } = engine
  for (let isAnew = false; ; ) {
    if (!state.position) {
      const none = await takeSnapshot(engine)
      if (none !== 'done') return none
      isAnew = true
    }
    const read = await readLog(engine)
    // A position that the service cannot read is as good as none.
    if (read === 'reset' || (read === 'refused' && !isAnew)) {
      const none = await takeSnapshot(engine)
      if (none !== 'done') return none
      isAnew = true
      continue
    }
    if (read !== 'done') return read
    const [folder] = state.unlistedFolders
    if (folder === undefined) return 'done'
    const none = await readFolder(engine, folder)
    if (none !== 'done' && none !== 'reset') return none
    await save()
  }
}

async function readLog(engine: Engine): Promise<'done' | NoAnswer> {
  const { state, server, save, problems } = engine
  for (;;) {
    const { position } = state
    if (!position) return 'reset'
    const page = await ask(engine, () => server.listChanges(position.cursor))
    if ('none' in page) return page.none
    const { epoch, cursor, has_more, results } = page.answer
    for (const change of results) learnChange(engine, change)
    if (results.some(({ op }) => op === 'unlock')) problems.tryAgain('locked')
    if (cursor !== position.cursor || epoch !== position.epoch) state.position = { epoch, cursor }
    await save()
    if (!has_more) return 'done'
  }
}

function learnChange({ state, clock }: Engine, change: Change): void {
  const row = rowOfChange(change)
  if (!row) return void state.lockNews.add(change.entry_id)
  if (isDecision(change)) state.decidedThere.add(row.id)
  else state.decidedThere.delete(row.id)
  const { remote } = state.trees
  const known = remote.get(row.id)
  if (change.op === 'purge') {
    remote.forget(row.id)
    state.unlistedFolders.delete(row.id)
  } else remote.learn(row)
  if (change.client_op !== null) acknowledge(state, change.client_op, row, clock.now())
  // Nothing is said of what is in a folder that comes back.
  const comesBack = change.op === 'restore' || (change.op !== 'create' && !known)
  if (row.kind === 'folder' && comesBack && !row.deleted) state.unlistedFolders.add(row.id)
}

/** Reads what is directly in a folder; the folders in it are to be read too. */
async function readFolder(engine: Engine, folderId: EntryId): Promise<'done' | NoAnswer> {
  const { state, server } = engine
  const rows: RemoteRow[] = []
  for (let after: string | undefined; ; ) {
    const asked = after === undefined ? { folderId } : { folderId, after }
    const page = await ask(engine, () => server.getSnapshot(asked))
    if ('none' in page) return page.none
    // Another time of the service: the log says so too, and all is read again.
    if (page.answer.epoch !== state.position?.epoch) return 'reset'
    rows.push(...page.answer.results.map(rowOfEntry))
    state.noteLocks(page.answer.results)
    if (page.answer.next === null) break
    after = page.answer.next
  }
  state.markListed(folderId)
  for (const row of rows) {
    state.trees.remote.learn(row)
    if (row.kind === 'folder') state.unlistedFolders.add(row.id)
  }
  return 'done'
}
