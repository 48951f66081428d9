import { useEffect, useState } from 'react'
import { isOutdated } from '../../data/service/build.ts'
import { connection, resets, startLive } from '../../data/service/live.ts'
import { queries } from '../../data/service/queries.ts'
import type { Session } from '../../data/service/session.ts'
import { dateFormat } from '../../messages/intl/formatters.ts'
import { locale, t } from '../../messages/words.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { Button } from '../../ui/button.tsx'

/** Short breaks are nobody's business. */
const PATIENCE_MS = 5000

/** Says when what is shown may be old; nothing as long as all is well. */
export function ConnectionLine({ session }: { session: Session }) {
  const line = useWatched(connection)
  const [late, setLate] = useState(false)
  const [reset, setReset] = useState(false)
  const [outdated, setOutdated] = useState(false)
  const isPerson = session.who_type === 'person'
  useEffect(() => {
    if (isPerson) startLive()
    return resets.add(() => {
      setReset(true)
      void queries.invalidateQueries()
    })
  }, [isPerson])
  useEffect(() => {
    setLate(false)
    if (line.kind === 'live') return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      // Anyone who was away may have come back with something new.
      void isOutdated().then((is) => is && setOutdated(true))
    }
  }, [line])
  const time = (at: number) => dateFormat(locale, { timeStyle: 'short' }).format(at)
  const words =
    line.kind === 'offline'
      ? t.connection.offline
      : line.kind === 'reconnecting' && late
        ? t.connection.reconnecting(time(line.since))
        : undefined
  return (
    <div role="status" aria-live="polite">
      {words && <p className="frame-line">{words}</p>}
      {outdated && !words && (
        <p className="frame-line">
          {t.connection.newVersion} <Button onClick={() => location.reload()}>{t.connection.reload}</Button>
        </p>
      )}
      {reset && !words && (
        <p className="frame-line">
          {t.connection.reset} <Button onClick={() => setReset(false)}>{t.general.close}</Button>
        </p>
      )}
    </div>
  )
}
