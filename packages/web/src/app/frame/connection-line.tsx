import { useEffect, useState } from 'react'
import { isOutdated } from '../../data/service/build.ts'
import { resets, startLive } from '../../data/service/live.ts'
import { queries } from '../../data/service/queries.ts'
import { isAdministrator, type Session } from '../../data/service/session.ts'
import { type Lost, watchLost } from '../../data/service/told-line.ts'
import { dateFormat } from '../../messages/intl/formatters.ts'
import { locale, t } from '../../messages/words.ts'
import { returns } from '../../platform/connection.ts'
import { Button } from '../../ui/button.tsx'

/** Says when what is shown may be old; nothing as long as all is well. */
export function ConnectionLine({ session }: { session: Session }) {
  const [lost, setLost] = useState<Lost>()
  const [reset, setReset] = useState(false)
  const [outdated, setOutdated] = useState(false)
  const isPerson = session.who_type === 'person'
  useEffect(() => {
    startLive({ changes: isPerson, lists: isAdministrator() })
    const stops = [
      watchLost(setLost),
      resets.add(() => {
        setReset(true)
        void queries.invalidateQueries()
      }),
      // A server that was away may have come back with something new.
      returns.add(() => void isOutdated().then((is) => is && setOutdated(true))),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isPerson])
  const time = (at: number) => dateFormat(locale, { timeStyle: 'short' }).format(at)
  return (
    <div role="status" aria-live="polite">
      {lost && (
        <p className="frame-line">
          {lost.kind === 'offline' ? t.connection.offline : t.connection.reconnecting(time(lost.since))}
        </p>
      )}
      {outdated && !lost && (
        <p className="frame-line">
          {t.connection.newVersion} <Button onClick={() => location.reload()}>{t.connection.reload}</Button>
        </p>
      )}
      {reset && !lost && (
        <p className="frame-line">
          {t.connection.reset} <Button onClick={() => setReset(false)}>{t.general.close}</Button>
        </p>
      )}
    </div>
  )
}
