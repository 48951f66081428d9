import { formatUtc, type Instant, MINUTE_MS } from '@holdfast/api/time'
import { useEffect, useState } from 'react'
import type { HistoryPlace } from '../../core/addresses/time-routes.ts'
import { pointAfter, stepAt, stepsOf } from '../../core/history/steps.ts'
import { beginOf, indexAt } from '../../core/history/strip-bars.ts'
import { MOST_STEPS, useOperations } from '../../data/history/history.ts'
import { ownPersonId } from '../../data/service/session.ts'
import {
  formatClock,
  formatCount,
  formatWeekday,
  shownName,
  timeOf,
  utcOffsetAt,
} from '../../messages/format.ts'
import { sentenceOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { IconButton } from '../../ui/button.tsx'

/** However fast one slides, the folder follows once the hand rests. */
const REST_MS = 150

interface Steps {
  /** Tells how many steps are done, and of how many. */
  done: number
  count: number
  words: string
  isWhole: boolean
  isLoading: boolean
  error: unknown
  retry: () => void
  point: (done: number) => string | undefined
  back: () => void
  on: () => void
}

/** The operations of the day that is looked at; one can go from one to the next, and on to other days. */
export function useSteps(
  place: HistoryPlace,
  moment: Instant,
  onGo: (at: string | undefined) => void,
): Steps {
  const { root, folder, who, machine, at } = place
  const offset = utcOffsetAt(moment)
  const day = indexAt(moment, 'day', offset)
  const [from, end] = [beginOf(day, 'day', offset), beginOf(day + 1, 'day', offset)]
  const { data, error, refetch, isPending } = useOperations({ root, folder, from, end, who, machine })
  const steps = stepsOf(data?.operations ?? [])
  const done = stepAt(steps, at)
  const last = steps[done - 1]
  const goOn = end > now() ? undefined : formatUtc(end)
  return {
    done,
    count: steps.length,
    words: last
      ? t.history.stepOf(
          formatClock(last.at),
          shownName(sentenceOf(last, t.details, ownPersonId())),
          done,
          steps.length,
        )
      : steps.length > 0
        ? t.history.beforeFirst
        : t.history.quietDay,
    isWhole: data?.isWhole ?? true,
    isLoading: isPending,
    error,
    retry: () => void refetch(),
    point: (n) => pointAfter(steps, n),
    // Beyond a day comes the one beside it.
    back: () => onGo(done > 0 ? pointAfter(steps, done - 1) : formatUtc(from - 1000)),
    on: () => onGo(done < steps.length ? pointAfter(steps, done + 1) : goOn),
  }
}

interface DayStepsProps {
  place: HistoryPlace
  moment: Instant
  steps: Steps
  onGo: (at: string | undefined) => void
}

/** A slider over a day, whose steps are what was done, and a field for the exact time. */
export function DaySteps({ place, moment, steps, onGo }: DayStepsProps) {
  const [held, setHeld] = useState<number>()
  const { point } = steps
  useEffect(() => {
    if (held === undefined) return
    const timer = setTimeout(() => {
      onGo(point(held))
      setHeld(undefined)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [held, onGo, point])
  if (steps.error) return <Failed error={steps.error} onRetry={steps.retry} />
  const value = held ?? steps.done
  return (
    <section className="day" aria-label={t.history.step} aria-busy={steps.isLoading}>
      <div className="day-line">
        <strong className="day-name">{formatWeekday(moment)}</strong>
        <IconButton icon="back" label={t.history.stepBack} onClick={steps.back} />
        <input
          type="range"
          className="day-slider"
          min={0}
          max={Math.max(1, steps.count)}
          value={steps.count === 0 ? 1 : value}
          disabled={steps.count === 0}
          aria-label={t.history.step}
          aria-valuetext={steps.words}
          onChange={({ target }) => setHeld(Number(target.value))}
        />
        {place.at !== undefined && <IconButton icon="next" label={t.history.stepOn} onClick={steps.on} />}
        <ExactTime key={moment} moment={moment} onGo={onGo} />
      </div>
      <p className="day-words soft" role="status">
        <bdi>{steps.isLoading ? '\u00a0' : steps.words}</bdi>
        {!steps.isWhole && <> · {t.history.stepsPartly(formatCount(MOST_STEPS))}</>}
      </p>
    </section>
  )
}

/** By the clock of the reader. It opens the calendar of the browser. */
function ExactTime({ moment, onGo }: { moment: Instant; onGo: (at: string | undefined) => void }) {
  const local = (at: Instant) => formatUtc(at + utcOffsetAt(at) * MINUTE_MS)
  const [text, setText] = useState(local(moment))
  const go = () => {
    const wall = timeOf(text)
    const at = wall - utcOffsetAt(wall) * MINUTE_MS
    if (Number.isNaN(at) || text === local(moment)) return
    onGo(at >= now() ? undefined : formatUtc(at))
  }
  return (
    <label className="day-exact">
      <span className="unseen">{t.history.exactTime}</span>
      <input
        type="datetime-local"
        step={1}
        value={text}
        max={local(now())}
        title={t.history.exactTime}
        onChange={({ target }) => setText(target.value)}
        onBlur={go}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
    </label>
  )
}
