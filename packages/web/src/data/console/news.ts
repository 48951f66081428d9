import type { NewsOfLists } from '@holdfast/api/files/changes'
import { returns } from '../../platform/connection.ts'
import { Listeners } from '../../platform/listeners.ts'
import { listNews } from '../service/live.ts'
import { queries } from '../service/queries.ts'

type List = NewsOfLists['list']

/** Lists in which something has changed, while somebody looks. */
const changed = new Listeners<[ReadonlySet<List>]>()
/** What shows, beside lists of their own, how it is with these. Rows of lists would move under the pointer. */
const SHOWN_BY: Partial<Record<List, readonly string[]>> = {
  persons: ['person', 'group members'],
  groups: ['group', 'group members', 'person groups'],
  machines: ['device', 'device health'],
  shares: ['share', 'share row', 'share members', 'share reach', 'group shares', 'person shares'],
  sharelinks: ['person links', 'person received', 'guest links'],
  organizations: ['may', 'organization', 'closing', 'tree', 'exports'],
  alerts: ['alerts', 'summary', 'brakes'],
}
const waiting = new Set<List>()

listNews.add(({ list }) => hear(list))
returns.add(() => hear('any'))
document.addEventListener('visibilitychange', tell)

function hear(list: List): void {
  waiting.add(list)
  // One answer names several lists.
  queueMicrotask(tell)
}

function tell(): void {
  if (document.hidden || waiting.size === 0) return
  const lists = new Set(waiting)
  waiting.clear()
  const all = lists.has('any')
  const shown = (all ? Object.keys(SHOWN_BY) : [...lists]).flatMap((list) => SHOWN_BY[list as List] ?? [])
  if (all || [...lists].some((list) => list !== 'alerts' && list !== 'machines'))
    shown.push('latest activity')
  void queries.invalidateQueries({
    predicate: ({ queryKey: [wing, what] }) => wing === 'console' && shown.includes(what as string),
  })
  changed.tell(lists)
}

/** Tells when something in a list may have changed. Gives the way to stop. */
export const watchList = (list: string, look: () => void): (() => void) =>
  changed.add((lists) => {
    if (lists.has('any') || lists.has(list as List)) look()
  })
