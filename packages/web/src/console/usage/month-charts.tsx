import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { type MonthFigures, monthsUntil } from '../../core/console/months.ts'
import { useUsageMonths } from '../../data/console/usage.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMonthYear, formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { MonthChart } from '../parts/month-chart.tsx'

type Whose = 'own' | 'below'
const MONTHS = 12

/** A year of storage and accounts, as a picture or as the table that it is drawn from. */
export function MonthCharts({ place, current }: { place: OrganizationMay; current: string }) {
  const { usage: words, overview } = consoleWords()
  const [whose, setWhose] = useState<Whose>('own')
  const [isTable, setTable] = useState(false)
  const all = monthsUntil(current, MONTHS)
  const history = useUsageMonths(place.id, all[0] ?? current, place.below > 0)
  const months = all.map((month): MonthFigures => {
    const found = history.data?.find(({ day }) => day.startsWith(month))?.[whose]
    return { month, storage: found?.peak_stored ?? null, accounts: found?.peak_accounts ?? null }
  })
  const known = months.filter(({ storage }) => storage !== null)
  const title = whose === 'own' ? words.chart : words.chartBelow
  return (
    <section className="console-part usage-chart">
      <h2>
        {title}
        {place.below > 0 && (
          <fieldset className="console-scope" aria-label={words.whose}>
            {(['own', 'below'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={whose === one} onClick={() => setWhose(one)}>
                {one === 'own' ? overview.own : overview.ofCustomers}
              </button>
            ))}
          </fieldset>
        )}
      </h2>
      {history.isLoadingError ? (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      ) : !history.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : known.length === 0 ? (
        <p className="soft">{overview.startsToday}</p>
      ) : (
        <>
          {isTable ? (
            <MonthTable months={known} label={title} />
          ) : (
            <MonthChart label={sentenceOf(title, known)} months={months} />
          )}
          <p className="console-buttons">
            <Button onClick={() => setTable(!isTable)}>
              {isTable ? overview.asChart : overview.asTable}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

function sentenceOf(title: string, known: readonly MonthFigures[]): string {
  const sizes = known.map(({ storage }) => storage ?? 0)
  const [first, last] = [formatSize(sizes[0] ?? 0), formatSize(sizes.at(-1) ?? 0)]
  return consoleWords().overview.chartLabel(title, first, last, formatSize(Math.max(...sizes)))
}

function MonthTable({ months, label }: { months: readonly MonthFigures[]; label: string }) {
  const words = consoleWords().usage
  return (
    <table className="usage-months" aria-label={label}>
      <thead>
        <tr>
          {[words.month, words.mostStorage, words.mostAccounts].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, storage, accounts }) => (
          <tr key={month}>
            <th scope="row">{formatMonthYear(month)}</th>
            <td>{formatSize(storage ?? 0)}</td>
            <td>{formatCount(accounts ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
