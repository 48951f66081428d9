import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { AnyOperation } from '@holdfast/api/operation'
import { changed, type TableState } from '../../core/console/table-state.ts'
import { useTotal } from '../../data/console/table.ts'
import { formatCount } from '../../messages/format.ts'
import './report-tiles.css'

/** Some filters together that answer a question. */
export interface ReportForm {
  id: string
  label: string
  filters: Readonly<Record<string, string>>
  /** It ought to have none. */
  bad?: boolean
}

interface ReportTilesProps {
  op: AnyOperation
  place: OrganizationMay
  state: TableState
  reports: readonly ReportForm[]
  label: string
  onState: (state: TableState) => void
}

/** What is asked of a list most often, each with how many it has. */
export const ReportTiles = ({ op, place, state, reports, label, onState }: ReportTilesProps) => (
  <ul className="report-tiles" aria-label={label}>
    {reports.map((report) => (
      <li key={report.id}>
        <ReportTile
          {...{ op, place, state, report }}
          onChoose={() => onState(changed(state, { q: '', filters: report.filters }))}
        />
      </li>
    ))}
  </ul>
)

interface ReportTileProps extends Pick<ReportTilesProps, 'op' | 'place' | 'state'> {
  report: ReportForm
  onChoose: () => void
}

function ReportTile({ op, place, state, report, onChoose }: ReportTileProps) {
  const { filters, label, bad = false } = report
  const { data } = useTotal(op, place.id, { ...state, q: '', filters }, true)
  const count = data?.total ?? null
  const said =
    count === null ? '' : data?.total_is === 'exact' ? formatCount(count) : `${formatCount(count)}+`
  return (
    <button type="button" aria-pressed={state.q === '' && isSame(state.filters, filters)} onClick={onChoose}>
      <b className={bad && count ? 'bad' : undefined}>{said}</b>
      <span>{label}</span>
    </button>
  )
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
