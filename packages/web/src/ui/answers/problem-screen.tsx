import { Link } from 'wouter'
import { codeOf, isOffline, problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { useReturn } from './use-return.ts'

/** In the place that failed: what happened, and what to do. */
export function ProblemScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { words, requestId } = problemOf(error)
  const code = codeOf(error)
  useReturn(error, onRetry)
  const isAway = isOffline(error)
  const gone = code === 'not_found' || code === 'root_deleted' || code === 'forbidden'
  return (
    <div className="empty" role="alert">
      <Icon name={gone ? 'info' : 'warn'} large />
      <h1>{isAway ? t.problem.away : gone ? t.problem.gone : t.problem.title}</h1>
      <p className="soft">
        {isAway ? t.problem.awayWhy : gone && code !== 'root_deleted' ? t.problem.goneWhy : words}
      </p>
      <p className="empty-actions">
        {!gone && onRetry && (
          <Button kind="primary" icon="refresh" onClick={onRetry}>
            {t.general.retry}
          </Button>
        )}
        <Link href="/" className="button button-plain">
          {t.problem.home}
        </Link>
      </p>
      {!gone && requestId && (
        <details>
          <summary>{t.general.details}</summary>
          {t.general.requestId(requestId)}
        </details>
      )}
    </div>
  )
}
