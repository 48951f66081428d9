import { useStarred } from '../../data/files/stars.ts'
import { isInTheWay } from '../../data/service/errors.ts'
import { OwnFilesLink } from '../../files/folders/own-files-link.tsx'
import { FoundList } from '../../files/found/found-list.tsx'
import { FoundWaiting } from '../../files/found/found-waiting.tsx'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'

/** What someone wants to have at hand, wherever it is. */
export function StarredScreen() {
  const starred = useStarred({ fresh: true })
  if (isInTheWay(starred.error, starred.data !== undefined))
    return <ProblemScreen error={starred.error} onRetry={() => void starred.refetch()} />
  return (
    <section className="screen found-screen">
      <h1>{t.find.starred}</h1>
      {!starred.data ? (
        <FoundWaiting />
      ) : starred.data.length === 0 ? (
        <div className="empty">
          <Icon name="star" large />
          <h2>{t.find.starredEmpty}</h2>
          <p>{t.find.starredHint}</p>
          <OwnFilesLink />
        </div>
      ) : (
        <FoundList items={starred.data} label={t.find.starred} />
      )}
    </section>
  )
}
