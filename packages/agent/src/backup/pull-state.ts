import { ApiClientError } from '@holdfast/api/client'
import type { Server } from '../ports/server.ts'
import { BACKUPS } from '../words/backups.ts'
import type { BackupState } from './backup-state.ts'
import { StoppedForNow } from './persist.ts'

export interface Pulling {
  readonly server: Pick<Server, 'listChanges' | 'getSnapshot'>
  readonly state: BackupState
  readonly persist: <T>(request: () => Promise<T>) => Promise<T>
}

const ATTEMPTS = 3

/**
 * Makes sure that what is known of the service is what it holds. Nobody else writes to a backup, but its owner may delete.
 * Gives the epoch in which that is so.
 */
export async function pullState(pulling: Pulling): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    if (pulling.state.position) await follow(pulling)
    const { position } = pulling.state
    if (position) return position.epoch
    if (attempt === ATTEMPTS) throw new StoppedForNow(BACKUPS.serverChanges)
    await takeSnapshot(pulling)
  }
}

/**
 * Reads the log to its end, and gives its last number. Nearly all of it is what this device did: those changes were answered
 * and are known. Anything else, such as a change whose answer was lost, makes what is known doubtful: then there is no
 * position any more.
 */
export async function follow({ server, state, persist }: Pulling): Promise<number> {
  let isKnown = true
  for (let position = state.position; position; ) {
    const { cursor, seq: before } = position
    const page = await persist(() => server.listChanges(cursor)).catch(whenReset)
    if (page === 'reset') {
      state.position = undefined
      return before
    }
    for (const { entry_id, kind, ver, is_deleted, op } of page.results) {
      if (kind === 'root' || op === 'lock' || op === 'unlock') continue
      const known = state.get(entry_id)
      isKnown &&= known ? known.ver >= ver : is_deleted
    }
    position = { epoch: page.epoch, cursor: page.cursor, seq: page.results.at(-1)?.seq ?? before }
    if (page.has_more) continue
    state.position = isKnown ? position : undefined
    return position.seq
  }
  return 0
}

function whenReset(error: unknown): 'reset' {
  if (error instanceof ApiClientError && error.code === 'cursor_reset') return 'reset'
  throw error
}

/** Nothing of it counts before the last page is there. */
async function takeSnapshot({ server, state, persist }: Pulling): Promise<void> {
  let position: BackupState['position']
  async function* pages() {
    for (let after: string | undefined; ; ) {
      const asked = after === undefined ? {} : { after }
      const { results, next, epoch, cursor, seq } = await persist(() => server.getSnapshot(asked))
      position = { epoch, cursor, seq }
      yield results
      if (next === null) return
      after = next
    }
  }
  await state.replaceAll(pages())
  state.position = position
}
