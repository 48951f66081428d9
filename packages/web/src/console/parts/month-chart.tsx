import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { countTicksOf, ticksOf } from '../../core/console/chart.ts'
import { linePath, type MonthFigures } from '../../core/console/months.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMonth, formatMonthYear, formatSize } from '../../messages/format.ts'
import { useWidth } from './use-width.ts'
import './chart.css'

interface MonthChartProps {
  /** What it shows, with its first, last and highest value, to those who cannot see it. */
  label: string
  months: readonly MonthFigures[]
}

const LEFT = 64
const ABOVE = 8
const BARS = 150
const BETWEEN = 20
const LINE = 70
const BELOW = 24
const WIDE = 520
const WIDEST_BAR = 36

/** Storage as bars, and accounts as a line below them, month by month. Arrows and the pointer walk through the months. */
export function MonthChart({ label, months }: MonthChartProps) {
  const words = consoleWords().usage
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [at, setAt] = useState<number>()
  const last = months.length - 1
  const chosen = months[at ?? last]
  const band = Math.max(1, width - LEFT) / months.length
  const middleOf = (n: number) => (n + 0.5) * band
  const press = (event: KeyboardEvent) => {
    const now = at ?? last
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
    setAt(Math.min(last, Math.max(0, Math.floor(x / band))))
  }
  return (
    <div ref={box} className="chart">
      {width > 0 && (
        <div
          className="chart-picture"
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={wordsOf(chosen)}
          tabIndex={0}
          onKeyDown={press}
          onPointerMove={point}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        >
          <svg width={width} height={ABOVE + BARS + BETWEEN + LINE + BELOW} aria-hidden="true">
            <g transform={`translate(${LEFT} ${ABOVE})`}>
              <Bars months={months} band={band} at={at} />
              <g transform={`translate(0 ${BARS + BETWEEN})`}>
                <Accounts months={months} band={band} at={at} />
                {months.map(
                  ({ month }, n) =>
                    (width >= WIDE || n % 3 === last % 3) && (
                      <text
                        key={month}
                        className="chart-text"
                        x={middleOf(n)}
                        y={LINE + 17}
                        textAnchor="middle"
                      >
                        {formatMonth(`${month}-01`)}
                      </text>
                    ),
                )}
              </g>
              {at !== undefined && (
                <line className="chart-mark" x1={middleOf(at)} x2={middleOf(at)} y2={BARS + BETWEEN + LINE} />
              )}
            </g>
          </svg>
        </div>
      )}
      <p className="chart-legend">
        <span className="chart-key chart-key-1">
          {words.mostStorage}
          {at !== undefined && chosen?.storage != null && <b>{formatSize(chosen.storage)}</b>}
        </span>
        <span className="chart-key chart-key-2">
          {words.mostAccounts}
          {at !== undefined && chosen?.accounts != null && <b>{formatCount(chosen.accounts)}</b>}
        </span>
        <output className="chart-day">{at !== undefined && chosen && formatMonthYear(chosen.month)}</output>
      </p>
    </div>
  )
}

interface PartProps {
  months: readonly MonthFigures[]
  band: number
  at: number | undefined
}

function Bars({ months, band, at }: PartProps) {
  const ticks = ticksOf(Math.max(0, ...months.map(({ storage }) => storage ?? 0)))
  const heightOf = (value: number) => (value / (ticks.at(-1) ?? 1)) * BARS
  const wide = Math.min(WIDEST_BAR, band * 0.6)
  return (
    <>
      <Lines ticks={ticks} height={BARS} width={band * months.length} value={formatSize} />
      {months.map(
        ({ month, storage }, n) =>
          storage !== null && (
            <rect
              key={month}
              className={n === at ? 'chart-bar chart-bar-chosen' : 'chart-bar'}
              x={(n + 0.5) * band - wide / 2}
              y={BARS - heightOf(storage)}
              width={wide}
              height={heightOf(storage)}
            />
          ),
      )}
    </>
  )
}

function Accounts({ months, band, at }: PartProps) {
  const values = months.map(({ accounts }) => accounts)
  const ticks = countTicksOf(Math.max(0, ...values.map((value) => value ?? 0)))
  const top = ticks.at(-1) ?? 1
  const yOf = (value: number) => LINE - (value / top) * LINE
  const xOf = (n: number) => (n + 0.5) * band
  return (
    <>
      <Lines ticks={[0, top]} height={LINE} width={band * months.length} value={formatCount} />
      <path className="chart-stroke" d={linePath(values, xOf, yOf)} />
      {months.map(
        ({ month, accounts }, n) =>
          accounts !== null && (
            <circle key={month} className="chart-dot" cx={xOf(n)} cy={yOf(accounts)} r={n === at ? 5 : 3.5} />
          ),
      )}
    </>
  )
}

interface LinesProps {
  ticks: readonly number[]
  height: number
  width: number
  value: (value: number) => string
}

const Lines = ({ ticks, height, width, value }: LinesProps): ReactNode =>
  ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${height - (tick / (ticks.at(-1) ?? 1)) * height})`}>
      <line className="chart-line" x2={width} />
      <text className="chart-text" x={-8} dy="0.32em" textAnchor="end">
        {value(tick)}
      </text>
    </g>
  ))

function wordsOf(one: MonthFigures | undefined): string {
  const words = consoleWords().usage
  if (!one) return ''
  if (one.storage === null || one.accounts === null) return `${formatMonthYear(one.month)}: ${words.none}`
  const storage = `${words.mostStorage}: ${formatSize(one.storage)}`
  return `${formatMonthYear(one.month)}, ${storage}, ${words.mostAccounts}: ${formatCount(one.accounts)}`
}
