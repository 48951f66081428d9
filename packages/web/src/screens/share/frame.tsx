import type { ReactNode, RefObject } from 'react'
import type { Sentence } from '../../core/sharing/meaning.ts'
import { problemOf } from '../../data/service/errors.ts'
import type { PeopleHandle } from '../../files/sharing/people-field.tsx'
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
  /** What it is about is not known yet. */
  waiting: boolean
  onRetry: () => void
  onClose: () => void
  /** Where people are added. */
  people: RefObject<PeopleHandle | null>
  children: ReactNode
}

/** What all of it means stands at its end. The foot is one line: nothing can be hidden by it. */
export function ShareFrame(props: ShareFrameProps) {
  const { name, sentences, page, error, waiting, onRetry, onClose, people, children } = props
  return (
    <Dialog
      title={t.share.title(shownName(name))}
      onClose={onClose}
      wide
      waiting={waiting && !error}
      actions={
        <div className="share-end">
          {/* Those of the page lie behind a dialog, where nobody can press their buttons. */}
          <ToastCorner />
          <p className="share-last">
            {page !== undefined && (
              <a href={page} target="_blank" rel="noopener">
                {t.share.seeAsThey}
              </a>
            )}
            {/* Whoever was chosen but not added believes it done otherwise. The cross and Escape leave without. */}
            <Button kind="primary" onClick={() => people.current?.holds() || onClose()}>
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
        <>
          {children}
          <section className="share-part" aria-labelledby="share-means">
            <h3 id="share-means">{t.share.means}</h3>
            <div role="status">
              <ul className="share-means">
                {sentences.map(({ words, warn }) => (
                  <li key={words} className={warn ? 'share-warn' : undefined}>
                    {warn && <Icon name="warn" />}
                    <bdi>{shownName(words)}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          </section>
        </>
      )}
    </Dialog>
  )
}
