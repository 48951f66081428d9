import { problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { dismiss, hold, resume, toast, toasts } from '../../platform/toasts.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { Button, IconButton } from '../button.tsx'
import './toasts.css'

export function ToastCorner() {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useWatched(toasts).map(({ id, words, bad, undo }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only stays as long as someone is at it
        <div
          key={id}
          className={bad ? 'toast toast-bad' : 'toast'}
          onMouseEnter={() => hold(id)}
          onMouseLeave={() => resume(id)}
          onFocus={() => hold(id)}
          onBlur={() => resume(id)}
        >
          <span className="toast-words">
            <bdi>{words}</bdi>
          </span>
          {undo && (
            <Button
              icon="undo"
              onClick={() => undo().catch((error: unknown) => toast(problemOf(error).words, { bad: true }))}
            >
              {t.general.undo}
            </Button>
          )}
          <IconButton icon="close" label={t.general.close} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
