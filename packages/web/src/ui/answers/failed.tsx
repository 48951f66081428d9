import { problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../button.tsx'
import { useReturn } from './use-return.ts'

/** In the place of what could not be loaded. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { words, requestId } = problemOf(error)
  useReturn(error, onRetry)
  return (
    <div className="note note-bad" role="alert">
      <p>{words}</p>
      {requestId && <p className="soft">{t.general.requestId(requestId)}</p>}
      <Button onClick={onRetry}>{t.general.retry}</Button>
    </div>
  )
}
