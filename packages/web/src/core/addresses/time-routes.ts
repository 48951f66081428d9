import type { EntryId, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { parseDate } from '@holdfast/api/time'
import { isPoint } from '../history/steps.ts'
import { idIn } from './routes.ts'

/** By whom, and on which device. */
export interface ByWhom {
  who?: PersonId | undefined
  machine?: MachineId | undefined
}

/** A folder in the time machine. */
export interface HistoryPlace extends ByWhom {
  root: RootId
  folder: EntryId
  /** When; undefined is now. */
  at?: string | undefined
  /** What that is compared with; undefined is now. */
  from?: string | undefined
  isDiff: boolean
}

export interface UndoPlace extends ByWhom {
  root?: RootId | undefined
  /** Everywhere in an organization where these changed something, for its administrators; else in one’s own places. */
  organization?: OrganizationId | undefined
  /** A day. */
  since?: string | undefined
  deletesOnly: boolean
}

export interface DeletedPlace {
  root?: RootId | undefined
  who?: PersonId | undefined
  day?: string | undefined
  q?: string | undefined
}

const pointIn = (text: string | null): string | undefined =>
  text !== null && isPoint(text) ? text : undefined
const dayIn = (text: string | null): string | undefined =>
  text !== null && parseDate(text) !== undefined ? text : undefined
const byWhomIn = (search: URLSearchParams): ByWhom => ({
  who: idIn(search.get('who') ?? undefined) as PersonId | undefined,
  machine: idIn(search.get('machine') ?? undefined) as MachineId | undefined,
})
const partsOf = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1)

function address(path: string, params: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') query.set(name, String(value))
  // Times keep their colons, as people write them.
  return query.size === 0 ? path : `${path}?${query.toString().replaceAll('%3A', ':')}`
}

export function historyPlaceIn(path: string, query: string): HistoryPlace | undefined {
  const [first, rootText, folderText = '0', ...more] = partsOf(path)
  const [root, folder] = [idIn(rootText), idIn(folderText)]
  if (first !== 'history' || !root || folder === undefined || more.length > 0) return undefined
  const search = new URLSearchParams(query)
  return {
    root: root as RootId,
    folder: folder as EntryId,
    at: pointIn(search.get('at')),
    from: pointIn(search.get('from')),
    ...byWhomIn(search),
    isDiff: search.get('show') === 'diff',
  }
}

export const addressOfHistory = ({ root, folder, isDiff, ...rest }: HistoryPlace): string =>
  address(`/history/${root}/${folder}`, { ...rest, show: isDiff ? 'diff' : undefined })

export const historyAt = (root: RootId, folder: EntryId, at?: string): HistoryPlace => ({
  root,
  folder,
  at,
  isDiff: false,
})

export function undoPlaceIn(path: string, query: string): UndoPlace | undefined {
  if (partsOf(path).join('/') !== 'undo') return undefined
  const search = new URLSearchParams(query)
  return {
    root: idIn(search.get('root') ?? undefined) as RootId | undefined,
    organization: idIn(search.get('organization') ?? undefined) as OrganizationId | undefined,
    ...byWhomIn(search),
    since: dayIn(search.get('since')),
    deletesOnly: search.get('only') === 'deletes',
  }
}

export const addressOfUndo = ({ deletesOnly, ...rest }: UndoPlace): string =>
  address('/undo', { ...rest, only: deletesOnly ? 'deletes' : undefined })

/** Without a root all of them are meant. */
export function deletedPlaceIn(path: string, query: string): DeletedPlace | undefined {
  const [first, rootText, ...more] = partsOf(path)
  const root = idIn(rootText)
  if (first !== 'deleted' || more.length > 0 || (rootText !== undefined && !root)) return undefined
  const search = new URLSearchParams(query)
  return {
    root: root as RootId | undefined,
    who: byWhomIn(search).who,
    day: dayIn(search.get('day')),
    q: search.get('q') || undefined,
  }
}

export const addressOfDeleted = ({ root, ...rest }: DeletedPlace): string =>
  address(root === undefined ? '/deleted' : `/deleted/${root}`, { ...rest })
