import type { tableSharelinks } from '@holdfast/api/sharing/link-table'
import { formatDate } from '@holdfast/api/time'
import type { RowOf } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { now } from '../../platform/clock.ts'

export type LinkRow = RowOf<typeof tableSharelinks>

export const isExpired = ({ expires }: LinkRow): boolean => expires !== null && expires < formatDate(now())

export const linkName = ({ hidden, name }: LinkRow): string =>
  hidden ? consoleWords().table.hidden : shownName(name)

/** Where what it leads to is kept. */
export function placeOf({ root, path, creator }: LinkRow): string {
  const words = consoleWords().links
  const name = root.type === 'sync' ? words.personal(shownName(creator.name)) : shownName(root.name)
  return `${name}${path}`
}

/** What keeps others from opening it. */
export function protectionOf({ password, expires, download_limit }: LinkRow): string {
  const words = consoleWords().links
  return words.facts([
    password ? words.password : undefined,
    expires === null ? undefined : words.until(formatDay(expires)),
    download_limit === null ? undefined : words.limit(download_limit),
  ])
}
