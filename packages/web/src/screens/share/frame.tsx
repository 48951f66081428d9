import type { ReactNode } from 'react'
import type { Sentence } from '../../core/sharing/meaning.ts'
import { problemOf } from '../../data/service/errors.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ToastCorner } from '../../ui/answers/toast-corner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ShareFrameProps {
  name: string
  sentences: readonly Sentence[]
  /** Where the others come, if there is such a place. */
  page?: string | undefined
  error: unknown
  onRetry: () => void
  onClose: () => void
  children: ReactNode
}

/** What this means stands at its end and is always in sight, however long the rest is. */
export function ShareFrame({ name, sentences, page, error, onRetry, onClose, children }: ShareFrameProps) {
  return (
    <Dialog
      title={t.share.title(shownName(name))}
      onClose={onClose}
      wide
      actions={
        <div className="share-end">
          {/* Those of the page lie behind a dialog, where nobody can press their buttons. */}
          <ToastCorner />
          <section className="share-means" aria-labelledby="share-means">
            <h3 id="share-means">{t.share.means}</h3>
            <div role="status">
              <ul>
                {sentences.map(({ words, warn }) => (
                  <li key={words} className={warn ? 'share-warn' : undefined}>
                    {warn && <Icon name="warn" />}
                    <bdi>{shownName(words)}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          </section>
          <p className="share-last">
            {page !== undefined && (
              <a href={page} target="_blank" rel="noopener">
                {t.share.seeAsThey}
              </a>
            )}
            <Button kind="primary" onClick={onClose}>
              {t.share.done}
            </Button>
          </p>
        </div>
      }
    >
      {error ? (
        <div className="note note-bad" role="alert">
          <p>{problemOf(error).words}</p>
          <Button onClick={onRetry}>{t.general.retry}</Button>
        </div>
      ) : (
        children
      )}
    </Dialog>
  )
}
