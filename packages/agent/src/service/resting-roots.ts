import type { RootHere } from '../device/device.ts'
import { ROOTS } from '../words/commands.ts'
import { NOT_RUNNING } from '../words/status.ts'
import type { FolderTrouble } from './folder-trouble.ts'
import type { RootView } from './methods.ts'
import { UserError } from './user-error.ts'
import type { WantedRoot } from './wanted-roots.ts'

/** By its number, the beginning of its name, or `own`. */
export function findByName(all: readonly RootView[], given: string | undefined): RootView {
  const wish = (given ?? '').toLowerCase()
  const found = all.filter(
    ({ rootId, name, kind }) =>
      String(rootId) === wish || wish === kind || (wish !== '' && name.toLowerCase().startsWith(wish)),
  )
  const [first] = found
  if (first && (found.length === 1 || String(first.rootId) === wish)) return first
  const names = all.map(({ rootId, name }) => `${rootId} (${name})`).join(', ')
  throw new UserError(ROOTS.ambiguous(given, names))
}

/** How one is that cannot be kept. */
export const FAILED: RootHere['status'] = {
  ...{ state: 'failed', reason: null, problems: [], notices: [], transfers: [], files: 0, wouldGo: null },
  todo: { up: 0, down: 0 },
}

export const mappedBy = ({ kind, asker }: WantedRoot): string =>
  kind === 'mapping' ? `, mapped by ${asker.name ?? 'someone'}` : ''

const NOTHING = { reason: '', code: null, detail: null } as const

/** One that is on this device and does not run, or not on it. */
export const viewOfResting = (wanted: WantedRoot, refused: FolderTrouble | undefined): RootView => {
  const { rootId, rsubId, name, kind, readOnly, folder, asker } = wanted
  const why = wanted.refused ?? refused
  return {
    ...{ rootId, rsubId, name, kind, readOnly, folder },
    by: asker.name,
    state: folder === null ? 'elsewhere' : why === undefined ? 'paused' : 'failed',
    ...(why ?? (folder === null ? NOTHING : { reason: NOT_RUNNING, code: 'not_running', detail: null })),
    files: 0,
    todo: 0,
    unsent: 0,
    held: null,
    transfers: [],
    problems: [],
    notices: [],
  }
}
