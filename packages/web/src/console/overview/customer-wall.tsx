import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { type RowOf, useTable } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatSize, shownName } from '../../messages/format.ts'
import { StateTag } from '../parts/state-tag.tsx'
import { Tag } from '../parts/tag.tsx'

type Customer = RowOf<typeof tableOrganizations>

/** More than these are a list. */
const ROOM = 60
const FEW = 12
const WORST_FIRST = { q: '', sort: 'state', filters: {}, below: true, cursor: undefined }

/** All customers at a glance, those first that need somebody. */
export function CustomerWall({ place }: { place: OrganizationMay }) {
  const words = consoleWords().overview
  const { data } = useTable(tableOrganizations, place.id, WORST_FIRST)
  if (!data || data.results.length === 0) return null
  const total = data.total ?? data.results.length
  const shown = data.results.slice(0, total > ROOM ? FEW : ROOM)
  return (
    <section className="console-part">
      <h2>{words.customers}</h2>
      <ul className="overview-wall">
        {shown.map((customer) => (
          <li key={customer.id}>
            <Tile customer={customer} />
          </li>
        ))}
      </ul>
      <p>
        <Link href={consoleAddress(place.id, 'customers')}>{words.allCustomers(total)}</Link>
      </p>
    </section>
  )
}

function Tile({ customer: { id, name, state, alerts, accounts, space } }: { customer: Customer }) {
  const { customers: words } = consoleWords()
  return (
    <Link href={consoleAddress(id, 'overview')} className="overview-tile">
      <strong>
        <bdi>{shownName(name)}</bdi>
      </strong>
      <span className="console-tags">
        <StateTag state={state} />
        {alerts.urgent > 0 && <Tag kind="bad">{words.urgent(alerts.urgent)}</Tag>}
        {alerts.warning > 0 && <Tag kind="warn">{words.soon(alerts.warning)}</Tag>}
      </span>
      <small>{words.facts(formatCount(accounts), formatSize(space))}</small>
    </Link>
  )
}
