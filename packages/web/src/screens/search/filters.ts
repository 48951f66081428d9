import { type SearchPlace, SPANS } from '../../core/addresses/search-address.ts'
import type { Session } from '../../data/service/session.ts'
import { formatDays } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'

export interface Known {
  /** What the folder is called that is looked through. */
  hereName: string | undefined
  /** People whose names are known here. */
  names: ReadonlyMap<number, string>
  session: Pick<Session, 'person_id'>
}

export function wordsOfChanged(changed: string): string {
  const span = SPANS.find((one) => one === changed)
  if (span) return t.find.spans[span]
  const [from, to] = changed.split('..')
  if (from && to) return formatDays(from, to)
  return from ? t.find.since(formatDays(from)) : t.find.until(formatDays(to ?? ''))
}

export const wordsOfPerson = (id: number, { names, session }: Known): string =>
  id === session.person_id ? t.find.byMe : (names.get(id) ?? t.find.bySomeone)

/** What narrows a search, in words. */
export function filtersIn(place: SearchPlace, known: Known): string[] {
  const { kind, changed, by, everywhere } = place
  return [
    ...(kind ? [t.find.kinds[kind]] : []),
    ...(changed ? [`${t.find.changed}: ${wordsOfChanged(changed)}`] : []),
    ...(by ? [`${t.find.by}: ${wordsOfPerson(by, known)}`] : []),
    ...(!everywhere && known.hereName !== undefined ? [t.find.scopeHere(known.hereName)] : []),
  ]
}
