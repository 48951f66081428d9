import type { PersonId } from '@holdfast/api/ids'
import { usePersonLinks } from '../../data/console/persons.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { LinkRows } from '../parts/link-rows.tsx'

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
          <LinkRows links={links} />
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}
