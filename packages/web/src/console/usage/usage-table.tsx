import type { MonthlySum, MonthlyUsage, UsageMonth } from '@holdfast/api/oversight/usage'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoney, formatNames, formatSize, shownName } from '../../messages/format.ts'

/** What is its own stands by itself, what is below with its sum: they are never added up. */
export function UsageTable({ usage }: { usage: UsageMonth }) {
  const words = consoleWords().usage
  const { own, below, results } = usage
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className="usage-scroll" tabIndex={0} aria-label={words.table}>
      <table className="usage-table">
        <thead>
          <tr>
            <th scope="col">{words.organization}</th>
            {columns().map((name) => (
              <th key={name} scope="col" className="usage-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {own && (
          <tbody>
            <tr>
              <th scope="row">
                <bdi>{shownName(own.name)}</bdi>
                <small>{words.own}</small>
              </th>
              <Cells cells={cellsOf(own)} />
            </tr>
          </tbody>
        )}
        {below && (
          <tbody>
            <tr className="usage-sum">
              <th scope="row">
                {words.customers(below.organizations)}
                <small>{words.sum}</small>
              </th>
              <Cells cells={sumCells(below)} />
            </tr>
            {results.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <Link href={consoleAddress(row.id, 'overview')}>
                    <bdi>{shownName(row.name)}</bdi>
                  </Link>
                </th>
                <Cells cells={cellsOf(row)} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

const columns = (): string[] => {
  const words = consoleWords().usage
  return [
    words.accounts,
    words.mostAccounts,
    words.billed,
    words.storage,
    words.mostStorage,
    words.price,
    words.cost,
  ]
}

/** On a phone each says of what it is. */
const Cells = ({ cells }: { cells: readonly ReactNode[] }) =>
  columns().map((name, n) => (
    <td key={name} className={cells[n] === null ? 'usage-number usage-empty' : 'usage-number'}>
      <span className="usage-label" aria-hidden="true">
        {name}
      </span>
      <span>{cells[n]}</span>
    </td>
  ))

const cellsOf = (row: MonthlyUsage): (string | null)[] => [
  formatCount(row.accounts),
  formatCount(row.peak_accounts),
  formatCount(row.billed_accounts),
  formatSize(row.stored_bytes),
  formatSize(row.peak_bytes),
  row.monthly_cost_cents === null ? null : formatMoney(row.monthly_cost_cents, row.monthly_cost_currency),
  row.cost_cents === null ? null : formatMoney(row.cost_cents, row.monthly_cost_currency),
]

/** The most of each was on different days: nobody had the sum of them. */
const sumCells = (sum: MonthlySum): (string | null)[] => [
  formatCount(sum.accounts),
  null,
  formatCount(sum.billed_accounts),
  formatSize(sum.stored_bytes),
  null,
  null,
  sum.costs.length === 0
    ? null
    : formatNames(sum.costs.map(({ cents, currency }) => formatMoney(cents, currency))),
]
