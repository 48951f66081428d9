import { SEARCH_KINDS, type SearchKind } from '@holdfast/api/files/search'
import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { idIn } from './routes.ts'

/** What is looked for, as the address says it. */
export interface SearchPlace {
  text: string
  /** The folder that one was in: it is looked through first. 0 is the top level. */
  at?: { root: RootId; folder: EntryId } | undefined
  /** Beyond that folder. */
  everywhere: boolean
  kind?: SearchKind | undefined
  /** A span of `SPANS`, or two days with dots between, of which one may be missing. */
  changed?: string | undefined
  by?: PersonId | undefined
}

export const SPANS = ['today', 'week', 'month', 'year'] as const
export type Span = (typeof SPANS)[number]
const DAYS = /^(?:\d{4}-\d\d-\d\d)?\.\.(?:\d{4}-\d\d-\d\d)?$/

const isChanged = (text: string): boolean =>
  SPANS.some((span) => span === text) || (DAYS.test(text) && text !== '..')

/** Undefined where the address is of something else. */
export function searchIn(path: string, query: string): SearchPlace | undefined {
  if (path.replace(/\/$/, '') !== '/search') return undefined
  const given = new URLSearchParams(query)
  const [root, folder] = (given.get('in') ?? '').split('-').map((text) => idIn(text))
  const kind = SEARCH_KINDS.find((one) => one === given.get('kind'))
  const changed = given.get('changed') ?? ''
  const by = idIn(given.get('by') ?? undefined)
  return {
    text: given.get('q') ?? '',
    ...(root && folder !== undefined && { at: { root: root as RootId, folder: folder as EntryId } }),
    everywhere: !root || folder === undefined || given.get('scope') === 'all',
    ...(kind && { kind }),
    ...(isChanged(changed) && { changed }),
    ...(by && { by: by as PersonId }),
  }
}

export function addressOfSearch({ text, at, everywhere, kind, changed, by }: SearchPlace): string {
  const query = new URLSearchParams()
  if (text !== '') query.set('q', text)
  if (at) query.set('in', `${at.root}-${at.folder}`)
  if (at && everywhere) query.set('scope', 'all')
  if (kind) query.set('kind', kind)
  if (changed) query.set('changed', changed)
  if (by) query.set('by', String(by))
  // The way back after a sign-in takes no asterisks.
  const given = query.toString().replaceAll('*', '%2A')
  return given === '' ? '/search' : `/search?${given}`
}
