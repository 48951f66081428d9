import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { isUsed } from '../../core/sharing/link-state.ts'
import { audienceOf, limitWords } from '../../core/sharing/link-words.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, formatTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { type FactRow, FactRows } from './fact-rows.tsx'

/** Links one below the other, each with who can open it. */
export const LinkRows = ({ links }: { links: readonly Sharelink[] }) => (
  <FactRows
    rows={links.map((link) => ({
      key: link.id,
      icon: link.login_required ? 'lock' : 'globe',
      name: shownName(itemOf(link).name) || consoleWords().table.hidden,
      facts: factsOf(link),
    }))}
  />
)

const itemOf = (link: Sharelink) => (link.type === 'file_sharelink' ? link.file : link.folder)

function factsOf(link: Sharelink): FactRow['facts'] {
  const words = t.share.links
  return [
    itemOf(link).path,
    audienceOf(link, words, formatDay, formatDate(now())).words,
    ...limitWords(link, words, formatDay),
    isUsed(link) ? words.uses(link.times_viewed, link.times_downloaded) : words.never,
    link.last_used !== null && words.lastUsed(formatTime(link.last_used)),
  ]
}
