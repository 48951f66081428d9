import type { RootId } from '@holdfast/api/ids'
import type { Reach } from '@holdfast/api/sharing/reach'
import { mayWords, wayWords } from '../../core/sharing/ways.ts'
import { useShareReach } from '../../data/console/shares.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { FactRows } from '../parts/fact-rows.tsx'

const ICONS: Record<Reach['who_type'], IconName> = {
  person: 'person',
  guest: 'person',
  group: 'people',
  email: 'mail',
  anyone: 'globe',
}

/** Who can open a team share, and by which ways: whatever is open to anyone comes first. */
export function ShareAccess({ root }: { root: RootId }) {
  const list = useShareReach(root)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const all = list.data.pages.flatMap(({ results }) => results)
  return (
    <section className="console-part">
      <p className="soft">{consoleWords().shares.accessHint}</p>
      <FactRows
        rows={all.map(({ who_type, who, permissions, ways, ways_total }, index) => ({
          key: index,
          icon: ICONS[who_type],
          name: who === null ? t.share.anyone : shownName(who.name || (who.email ?? '')),
          facts: [
            mayWords(permissions, t.share),
            ...ways.map((way) => shownName(wayWords(way, '/', t.share, formatDay))),
            ways_total > ways.length && t.share.ways.more(ways_total - ways.length),
          ],
        }))}
      />
      <ListEnd list={list} />
    </section>
  )
}
