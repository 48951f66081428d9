import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { UsageMonth } from '@holdfast/api/oversight/usage'
import { useLocation, useSearch } from 'wouter'
import { monthAfter, monthIn } from '../../core/console/months.ts'
import { usageAddress, useUsageMonth } from '../../data/console/usage.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, formatMonthYear } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MonthCharts } from './month-charts.tsx'
import { UsageTable } from './usage-table.tsx'
import './usage.css'

/** What an organization and each below it had in a month, and what it costs. */
export function UsageScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().usage
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const month = monthIn(search.get('month'))
  const offset = Math.max(0, Number(search.get('offset')) || 0)
  const { data: usage, error, refetch } = useUsageMonth(place.id, month, offset)
  const go = (next: string, from = 0) => navigate(`${path}?month=${next}${from > 0 ? `&offset=${from}` : ''}`)
  if (!usage)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
        <span className="console-acts">
          <a className="button button-plain" href={usageAddress(place.id, usage.month)} download>
            <Icon name="download" />
            <span>{consoleWords().table.csv}</span>
          </a>
        </span>
      </header>
      <MonthLine usage={usage} onMonth={go} />
      {usage.own || usage.below ? (
        <>
          <UsageTable usage={usage} />
          <Pages usage={usage} onOffset={(from) => go(usage.month, from)} />
        </>
      ) : (
        <p className="soft">{words.none}</p>
      )}
      <MonthCharts place={place} current={usage.current_month} />
    </>
  )
}

function MonthLine({ usage, onMonth }: { usage: UsageMonth; onMonth: (month: string) => void }) {
  const words = consoleWords().usage
  const { month, first_month: first, current_month: current, counted_at: counted } = usage
  return (
    <div className="usage-month">
      <IconButton
        icon="back"
        label={words.previous}
        aria-disabled={month <= first || undefined}
        onClick={() => month > first && onMonth(monthAfter(month, -1))}
      />
      <h2 aria-live="polite">{formatMonthYear(month)}</h2>
      <IconButton
        icon="next"
        label={words.next}
        aria-disabled={month >= current || undefined}
        onClick={() => month < current && onMonth(monthAfter(month))}
      />
      {counted && (
        <span className="soft">{month === current ? words.soFar : words.countedOn(formatDay(counted))}</span>
      )}
    </div>
  )
}

function Pages({ usage, onOffset }: { usage: UsageMonth; onOffset: (offset: number) => void }) {
  const words = consoleWords().table
  const { offset, total } = usage
  if (total <= OFFSET_PAGE && offset === 0) return null
  return (
    <p className="console-buttons">
      {offset > 0 && (
        <Button icon="back" onClick={() => onOffset(Math.max(0, offset - OFFSET_PAGE))}>
          {words.previous}
        </Button>
      )}
      {offset + OFFSET_PAGE < total && (
        <Button icon="next" onClick={() => onOffset(offset + OFFSET_PAGE)}>
          {words.next}
        </Button>
      )}
    </p>
  )
}
