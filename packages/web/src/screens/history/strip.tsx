import type { Instant } from '@holdfast/api/time'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { HistoryPlace } from '../../core/addresses/time-routes.ts'
import {
  type Bucket,
  beginOf,
  bucketsOf,
  heightOf,
  indexAt,
  pointOf,
  SHOWN,
  ZOOMS,
  type Zoom,
} from '../../core/history/strip-bars.ts'
import { useTimeline } from '../../data/history/history.ts'
import { utcOffsetAt } from '../../messages/format.ts'
import { dateFormat } from '../../messages/intl/formatters.ts'
import { locale, t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { IconButton } from '../../ui/button.tsx'

interface StripProps {
  place: HistoryPlace
  /** The time that is looked at. */
  moment: Instant
  onChoose: (at: string | undefined) => void
}

/** What comes into view beside what is looked at. */
const BESIDE = 5

/** Bars for days, months or years: how much changed, and the red part what was deleted. Each leads to how it was then. */
export function Strip({ place, moment, onChoose }: StripProps) {
  const id = useId()
  const bars = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>('day')
  const offset = utcOffsetAt(moment)
  const newest = indexAt(now(), zoom, offset)
  const chosen = indexAt(moment, zoom, offset)
  const [wanted, setWanted] = useState<number>()
  const around = chosen > newest - SHOWN[zoom] ? newest : chosen + BESIDE
  const last = Math.min(wanted ?? around, newest)
  const [active, setActive] = useState<number>()
  const { root, folder, who, machine } = place
  const stretch = {
    ...{ root, folder, zoom, offset },
    from: beginOf(last - SHOWN[zoom] + 1, zoom, offset),
    end: beginOf(last + 1, zoom, offset),
  }
  const isFiltered = who !== undefined || machine !== undefined
  const all = useTimeline(stretch)
  const theirs = useTimeline({ ...stretch, who, machine }, isFiltered)
  const buckets = bucketsOf(all.data?.bars ?? [], { zoom, offset, last })
  const picked = isFiltered ? bucketsOf(theirs.data?.bars ?? [], { zoom, offset, last }) : buckets
  const most = Math.max(...buckets.map(({ changes }) => changes))

  const zoomTo = (next: Zoom, index?: number) => {
    setZoom(next)
    setActive(undefined)
    setWanted(index)
  }
  const choose = (n: number) => {
    const bucket = buckets[n]
    if (!bucket) return
    const seq = picked[n]?.toSeq ?? bucket.toSeq
    // A month or a year is a way to its days.
    const finer = { year: 'month', month: 'day', day: undefined } as const
    const next = finer[zoom]
    if (next) zoomTo(next, indexAt(bucket.end - 1, next, offset))
    else setWanted(last)
    onChoose(pointOf({ ...bucket, toSeq: seq }, now()))
  }
  const at = active ?? Math.min(Math.max(0, chosen - (last - SHOWN[zoom] + 1)), buckets.length - 1)
  // What one looks at stays in view, whatever the width.
  useEffect(() => {
    const box = bars.current
    if (!box) return
    const leftOf = (part: Element | undefined) => part?.getBoundingClientRect().left ?? 0
    const show = () => {
      box.scrollLeft += leftOf(box.children[at]) - leftOf(box) - box.clientWidth / 2
    }
    const watch = new ResizeObserver(show)
    watch.observe(box)
    return () => watch.disconnect()
  }, [at])
  const press = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets.length - 1 }[event.key]
    if (to !== undefined) setActive(Math.min(Math.max(0, to), buckets.length - 1))
    else if (event.key === 'Enter' || event.key === ' ') choose(at)
    else return
    event.preventDefault()
  }
  const words = (n: number) => {
    const { changes, deleted, index } = buckets[n] as Bucket
    const said = t.history.bar(nameOf(index, zoom), changes, deleted)
    return isFiltered ? t.history.barOfThese(said, picked[n]?.changes ?? 0) : said
  }
  if (all.error) return <Failed error={all.error} onRetry={() => void all.refetch()} />
  return (
    <section className="strip" aria-label={t.history.strip}>
      <div className="strip-head">
        <fieldset className="zooms">
          <legend className="unseen">{t.history.zoom}</legend>
          {ZOOMS.map((one) => (
            <label key={one}>
              <input type="radio" name={id} checked={zoom === one} onChange={() => zoomTo(one)} />
              <span>{t.history.zooms[one]}</span>
            </label>
          ))}
        </fieldset>
        <IconButton
          icon="back"
          label={t.history.earlier}
          onClick={() => setWanted(last - SHOWN[zoom] + BESIDE)}
        />
        <span className="strip-span">
          {nameOf(last - SHOWN[zoom] + 1, zoom, true)} – {nameOf(last, zoom, true)}
        </span>
        {last < newest && (
          <IconButton
            icon="next"
            label={t.history.later}
            onClick={() => setWanted(last + SHOWN[zoom] - BESIDE)}
          />
        )}
        <span className="strip-legend soft" aria-hidden="true">
          <i className="strip-key-changed" /> {t.history.legendChanged} <i className="strip-key-deleted" />{' '}
          {t.history.legendDeleted}
          {isFiltered && (
            <>
              {' '}
              <i className="strip-key-others" /> {t.history.legendOthers}
            </>
          )}
        </span>
      </div>
      <div
        ref={bars}
        className="strip-bars"
        role="listbox"
        tabIndex={0}
        aria-label={t.history.strip}
        aria-orientation="horizontal"
        aria-activedescendant={`${id}-${at}`}
        aria-busy={all.isFetching}
        onKeyDown={press}
      >
        {buckets.map((bucket, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the list of them
          <div
            key={bucket.index}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={bucket.index === chosen && place.at !== undefined}
            aria-label={words(n)}
            title={words(n)}
            className={n === at ? 'strip-bar strip-active' : 'strip-bar'}
            onClick={() => {
              setActive(n)
              choose(n)
            }}
          >
            <Column bucket={bucket} picked={picked[n] ?? bucket} most={most} />
            <small data-tick={isTick(bucket.index, zoom) ? tickOf(bucket.index, zoom) : ''} />
          </div>
        ))}
      </div>
      {all.data?.isWhole === false && <p className="soft strip-note">{t.history.partly}</p>}
    </section>
  )
}

function Column({ bucket, picked, most }: { bucket: Bucket; picked: Bucket; most: number }) {
  const height = (changes: number) => ({ blockSize: `${heightOf(changes, most)}%` })
  const red = picked.changes === 0 ? 0 : Math.round((100 * picked.deleted) / picked.changes)
  return (
    <span className="strip-column">
      <span className="strip-others" style={height(bucket.changes)} />
      <span className="strip-changed" style={height(picked.changes)}>
        <span className="strip-deleted" style={{ blockSize: `${red}%` }} />
      </span>
    </span>
  )
}

const format = (index: number, zoom: Zoom, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(locale, { ...options, timeZone: 'UTC' }).format(beginOf(index, zoom, 0))

const nameOf = (index: number, zoom: Zoom, short = false): string =>
  format(index, zoom, {
    year: 'numeric',
    ...(zoom !== 'year' && { month: short ? 'short' : 'long' }),
    ...(zoom === 'day' && { day: 'numeric' }),
    ...(zoom === 'day' && !short && { weekday: 'long' }),
  })

/** Mondays, every third month, every year: there is no room for all names. */
const isTick = (index: number, zoom: Zoom): boolean =>
  zoom === 'year' || (zoom === 'month' ? index % 3 === 0 : index % 7 === 4)
const tickOf = (index: number, zoom: Zoom): string =>
  zoom === 'year'
    ? String(index)
    : format(index, zoom, {
        month: 'short',
        ...(zoom === 'day' && { day: 'numeric' }),
        ...(zoom === 'month' && index % 12 === 0 && { year: '2-digit' }),
      })
