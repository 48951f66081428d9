import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import {
  areaPath,
  type Frame,
  highestOf,
  monthsIn,
  type Point,
  stretchesOf,
  ticksOf,
  xOf,
  yOf,
} from '../../core/console/chart.ts'
import { useWidth } from './use-width.ts'
import './chart.css'

interface AreaChartProps {
  /** What it shows, with its first, last and highest value, to those who cannot see it. */
  label: string
  /** Of the layers, from below. */
  names: readonly string[]
  points: readonly Point[]
  from: string
  to: string
  value: (value: number) => string
  month: (day: string) => string
  day: (day: string) => string
}

const HEIGHT = 220
const LEFT = 64
const BELOW = 24
const ABOVE = 8
const WIDE = 520

/** Figures of days, one layer on the other. Arrows and the pointer walk through the days. */
export function AreaChart({ label, names, points, from, to, value, month, day }: AreaChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [at, setAt] = useState<number>()
  const ticks = ticksOf(highestOf(points))
  const frame: Frame = {
    width: Math.max(1, width - LEFT),
    height: HEIGHT - BELOW - ABOVE,
    from,
    to,
    top: ticks.at(-1) ?? 1,
  }
  const chosen = at === undefined ? undefined : points[at]
  const press = (event: KeyboardEvent) => {
    const last = points.length - 1
    const now = at ?? last
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
    const distances = points.map((one) => Math.abs(xOf(one.day, frame) - x))
    setAt(distances.indexOf(Math.min(...distances)))
  }
  const wordsOf = (one: Point | undefined): string =>
    one ? [day(one.day), ...names.map((name, n) => `${name}: ${value(one.values[n] ?? 0)}`)].join(', ') : ''
  return (
    <div ref={box} className="chart">
      {width > 0 && (
        <div
          className="chart-picture"
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={at ?? points.length - 1}
          aria-valuetext={wordsOf(chosen ?? points.at(-1))}
          tabIndex={0}
          onKeyDown={press}
          onPointerMove={point}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        >
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <g transform={`translate(${LEFT} ${ABOVE})`}>
              {ticks.map((tick) => (
                <g key={tick} transform={`translate(0 ${yOf(tick, frame)})`}>
                  <line className="chart-line" x2={frame.width} />
                  <text className="chart-text" x={-8} dy="0.32em" textAnchor="end">
                    {value(tick)}
                  </text>
                </g>
              ))}
              {monthsIn(frame, width < WIDE ? 4 : 12).map((first) => (
                <text
                  key={first}
                  className="chart-text"
                  x={xOf(first, frame)}
                  y={frame.height + 17}
                  textAnchor="middle"
                >
                  {month(first)}
                </text>
              ))}
              {stretchesOf(points).map((stretch) =>
                names.map((name, layer) => (
                  <path
                    key={`${stretch[0]?.day} ${name}`}
                    className={`chart-area chart-area-${layer + 1}`}
                    d={areaPath(stretch, layer, frame)}
                  />
                )),
              )}
              {chosen && (
                <line
                  className="chart-mark"
                  x1={xOf(chosen.day, frame)}
                  x2={xOf(chosen.day, frame)}
                  y2={frame.height}
                />
              )}
            </g>
          </svg>
        </div>
      )}
      <p className="chart-legend">
        {names.map((name, layer) => (
          <span key={name} className={`chart-key chart-key-${layer + 1}`}>
            {name}
            {chosen && <b>{value(chosen.values[layer] ?? 0)}</b>}
          </span>
        ))}
        <output className="chart-day">{chosen && day(chosen.day)}</output>
      </p>
    </div>
  )
}
