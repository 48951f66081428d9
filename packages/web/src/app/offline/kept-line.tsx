import { getWebSession } from '@holdfast/api/sign-in/sessions'
import { useEffect } from 'react'
import { keptAt } from '../../data/service/kept.ts'
import { formatPoint } from '../../messages/format.ts'
import { dateFormat } from '../../messages/intl/formatters.ts'
import { phoneWords } from '../../messages/phone-words.ts'
import { locale, t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { Button } from '../../ui/button.tsx'

const PAUSE_MS = 3000
const DAY_MS = 24 * 60 * 60_000

/** Over what was kept for when the server cannot be reached. Once it can be, the page starts again, with what there is now. */
export function KeptLine() {
  const at = useWatched(keptAt) ?? 0
  const asOf = now() - at < DAY_MS ? dateFormat(locale, { timeStyle: 'short' }).format(at) : formatPoint(at)
  useEffect(() => {
    const timer = setInterval(
      () =>
        void fetch(getWebSession.path).then(
          ({ ok, status }) => (ok || status === 401) && location.reload(),
          () => {},
        ),
      PAUSE_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return (
    <div role="status" aria-live="polite">
      <p className="frame-line">
        {phoneWords().kept(asOf)} <Button onClick={() => location.reload()}>{t.general.retry}</Button>
      </p>
    </div>
  )
}
