import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useSummary } from '../../data/console/overview.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatGrowth, formatMinute, formatSize } from '../../messages/format.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Meter } from '../parts/meter.tsx'

/** How much there is of everything, and how much of it in customers. */
export function Tiles({ place }: { place: OrganizationMay }) {
  const words = consoleWords().overview
  const { data, error, refetch } = useSummary(place.id)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="overview-tiles overview-coming" aria-hidden="true" />
  const { own, below } = data
  const inCustomers = (value: string) => place.below > 0 && words.below(value)
  const limited = (value: string, limit: string | undefined) =>
    limit === undefined ? value : words.ofLimit(value, limit)
  const people = consoleAddress(place.id, 'people')
  return (
    <>
      <ul className="overview-tiles">
        <Tile icon="people" label={words.accounts} to={people}>
          <b>
            {limited(
              formatCount(own.accounts),
              own.accounts_maximum === null ? undefined : formatCount(own.accounts_maximum),
            )}
          </b>
          <Facts all={[inCustomers(formatCount(below.accounts)), words.guests(own.guests)]} />
        </Tile>
        <Tile icon="cloud" label={words.storage} to={`${people}?sort=-space`}>
          <b>{limited(formatSize(own.stored), own.quota === null ? undefined : formatSize(own.quota))}</b>
          {own.quota !== null && <Meter value={own.stored} max={own.quota} label={words.storage} />}
          <Facts
            all={[
              inCustomers(formatSize(below.stored)),
              own.grown_30 !== null && words.grown(formatGrowth(own.grown_30)),
            ]}
          />
        </Tile>
        <Tile icon="device" label={words.devices} to={consoleAddress(place.id, 'devices')}>
          <b>{formatCount(own.devices)}</b>
          <Facts all={[inCustomers(formatCount(below.devices))]} />
        </Tile>
        <Tile icon="link" label={words.links} to={consoleAddress(place.id, 'links')}>
          <b>{formatCount(own.links)}</b>
          <Facts all={[words.publicLinks(own.public_links), inCustomers(formatCount(below.links))]} />
        </Tile>
      </ul>
      {data.at && <p className="soft">{words.figuresFrom(formatMinute(data.at))}</p>}
    </>
  )
}

const Facts = ({ all }: { all: readonly (string | false)[] }) => (
  <small>{all.filter((one) => one !== false).join(' · ')}</small>
)

interface TileProps {
  icon: IconName
  label: string
  to?: string
  children: ReactNode
}

function Tile({ icon, label, to, children }: TileProps) {
  const inside = (
    <>
      <span className="overview-tile-label">
        <Icon name={icon} /> {label}
      </span>
      {children}
    </>
  )
  return (
    <li>
      {to ? (
        <Link href={to} className="overview-tile">
          {inside}
        </Link>
      ) : (
        <span className="overview-tile">{inside}</span>
      )}
    </li>
  )
}
