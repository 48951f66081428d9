import type { PersonId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { isUsed } from '../../core/sharing/link-state.ts'
import { audienceOf, limitWords } from '../../core/sharing/link-words.ts'
import { usePersonLinks } from '../../data/console/persons.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, formatTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { type FactRow, FactRows } from '../parts/fact-rows.tsx'

/** The links that somebody made, and who can open them. */
export function PersonLinks({ id, name }: { id: PersonId; name: string }) {
  const words = consoleWords().people
  const list = usePersonLinks(id)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const links = list.data.pages.flatMap(({ results }) => results)
  return (
    <section className="console-part">
      {links.length === 0 ? (
        <p className="soft">{words.noLinks(name)}</p>
      ) : (
        <>
          <FactRows
            rows={links.map((link) => ({
              key: link.id,
              icon: link.login_required ? 'lock' : 'globe',
              name: shownName(itemOf(link).name) || consoleWords().table.hidden,
              facts: factsOf(link),
            }))}
          />
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}

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
