import { useState } from 'react'
import { type DayGroup, dayGroupOf } from '../../data/files/changed-range.ts'
import { useRecent } from '../../data/files/search.ts'
import { isInTheWay } from '../../data/service/errors.ts'
import { OwnFilesLink } from '../../files/folders/own-files-link.tsx'
import { FoundList } from '../../files/found/found-list.tsx'
import { FoundWaiting } from '../../files/found/found-waiting.tsx'
import { UnseenNote, useUnseenShares } from '../../files/sharing/unseen-note.tsx'
import { timeOf } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const FEW = 50
/** No more are to be had. */
const MANY = 200
const GROUPS: readonly DayGroup[] = ['today', 'yesterday', 'week', 'before']

/** The files that changed last, wherever they are. */
export function RecentScreen() {
  const [limit, setLimit] = useState(FEW)
  const recent = useRecent(limit)
  const unseen = useUnseenShares()
  if (isInTheWay(recent.error, recent.data !== undefined))
    return <ProblemScreen error={recent.error} onRetry={() => void recent.refetch()} />
  const groups = Map.groupBy(recent.data ?? [], ({ changed }) => dayGroupOf(timeOf(changed), now()))
  return (
    <section className="screen found-screen">
      <h1>{t.find.recent}</h1>
      {!recent.data ? (
        <FoundWaiting />
      ) : recent.data.length === 0 ? (
        <div className="empty">
          <Icon name="clock" large />
          <h2>{t.find.recentEmpty}</h2>
          <p>{t.find.recentHint}</p>
          <OwnFilesLink />
          <UnseenNote shares={unseen} />
        </div>
      ) : (
        GROUPS.flatMap((group) => {
          const items = groups.get(group)
          if (!items) return []
          return [
            <section key={group}>
              <h2 className="found-day">{t.find.days[group]}</h2>
              <FoundList items={items} label={t.find.days[group]} />
            </section>,
          ]
        })
      )}
      {limit < MANY && (recent.data?.length ?? 0) >= limit && (
        <p className="empty-actions">
          <Button busy={recent.isFetching} onClick={() => setLimit(MANY)}>
            {t.general.more}
          </Button>
        </p>
      )}
    </section>
  )
}
