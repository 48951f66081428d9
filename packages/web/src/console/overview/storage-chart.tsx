import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { highestOf, type Point } from '../../core/console/chart.ts'
import { useHistory } from '../../data/console/overview.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, formatMonth, formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { AreaChart } from '../parts/area-chart.tsx'

type Whose = 'own' | 'below'

/** A year of storage, as a picture or as the table that it is drawn from. */
export function StorageChart({ place }: { place: OrganizationMay }) {
  const words = consoleWords().overview
  const [whose, setWhose] = useState<Whose>('own')
  const [isTable, setTable] = useState(false)
  const history = useHistory(place.id, place.below > 0)
  const title = whose === 'own' ? words.chart : words.chartBelow
  const points: Point[] = (history.data?.results ?? []).flatMap(({ day, own, below }) => {
    const one = whose === 'own' ? own : below
    return one ? [{ day, values: [one.live, one.versions, one.deleted] }] : []
  })
  const [first, last] = [points[0], points.at(-1)]
  const names = [words.current, words.versions, words.deleted]
  const sum = (point: Point) => formatSize(highestOf([point]))
  return (
    <section className="console-part">
      <h2>
        {title}
        {place.below > 0 && (
          <fieldset className="console-scope" aria-label={words.whose}>
            {(['own', 'below'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={whose === one} onClick={() => setWhose(one)}>
                {one === 'own' ? words.own : words.ofCustomers}
              </button>
            ))}
          </fieldset>
        )}
      </h2>
      {history.isLoadingError ? (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      ) : !history.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : !first || !last || points.length < 2 ? (
        <p className="soft">{words.startsToday}</p>
      ) : highestOf(points) === 0 ? (
        <p className="soft">{words.nothingStored}</p>
      ) : (
        <>
          {isTable ? (
            <DayTable names={names} points={points} label={title} />
          ) : (
            <AreaChart
              label={words.chartLabel(title, sum(first), sum(last), formatSize(highestOf(points)))}
              names={names}
              points={points}
              from={first.day}
              to={last.day}
              value={formatSize}
              month={formatMonth}
              day={formatDay}
            />
          )}
          <p className="console-buttons">
            <Button onClick={() => setTable(!isTable)}>{isTable ? words.asChart : words.asTable}</Button>
          </p>
        </>
      )}
    </section>
  )
}

function DayTable({
  names,
  points,
  label,
}: {
  names: readonly string[]
  points: readonly Point[]
  label: string
}) {
  const words = consoleWords().overview
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className="overview-days" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {[words.day, ...names].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              {values.map((value, n) => (
                <td key={names[n]}>{formatSize(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
