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
  const limited = (value: string, limit: string | undefined) =>
    limit === undefined ? value : words.ofLimit(value, limit)
  const at = (screen: 'people' | 'guests' | 'devices' | 'links' | 'customers', query = '') =>
    consoleAddress(place.id, screen, { query })
  const inCustomers = (value: string, to: string): Figure | false =>
    place.below > 0 && { words: words.below(value), to }
  return (
    <>
      <ul className="overview-tiles">
        <Tile
          icon="people"
          label={words.accounts}
          to={at('people')}
          figure={limited(
            formatCount(own.accounts),
            own.accounts_maximum === null ? undefined : formatCount(own.accounts_maximum),
          )}
          more={[
            inCustomers(formatCount(below.accounts), at('people', '?below=1')),
            { words: words.guests(own.guests), to: at('guests') },
          ]}
        />
        <Tile
          icon="cloud"
          label={words.storage}
          to={at('people', '?sort=-space')}
          figure={limited(formatSize(own.stored), own.quota === null ? undefined : formatSize(own.quota))}
          more={[
            inCustomers(formatSize(below.stored), at('customers', '?sort=-space')),
            own.grown_30 !== null && { words: words.grown(formatGrowth(own.grown_30)) },
          ]}
        >
          {own.quota !== null && <Meter value={own.stored} max={own.quota} label={words.storage} />}
        </Tile>
        <Tile
          icon="device"
          label={words.devices}
          to={at('devices')}
          figure={formatCount(own.devices)}
          more={[inCustomers(formatCount(below.devices), at('devices', '?below=1'))]}
        />
        <Tile
          icon="link"
          label={words.links}
          to={at('links')}
          figure={formatCount(own.links)}
          more={[
            { words: words.publicLinks(own.public_links), to: at('links', '?public=true') },
            inCustomers(formatCount(below.links), at('links', '?below=1')),
          ]}
        />
      </ul>
      {data.at && <p className="soft">{words.figuresFrom(formatMinute(data.at))}</p>}
    </>
  )
}

/** Of so much more, and where it is counted. */
interface Figure {
  words: string
  to?: string
}

interface TileProps {
  icon: IconName
  label: string
  figure: string
  to: string
  more: readonly (Figure | false)[]
  children?: ReactNode
}

/** A figure, and what belongs to it: each leads to the list that it counts. */
const Tile = ({ icon, label, figure, to, more, children }: TileProps) => (
  <li className="overview-tile">
    <span className="overview-tile-label">
      <Icon name={icon} /> {label}
    </span>
    <Link href={to} aria-label={`${label}: ${figure}`}>
      <b>{figure}</b>
    </Link>
    {children}
    <small className="overview-more">
      {more
        .filter((one) => one !== false)
        .map(({ words, to: where }) =>
          where ? (
            <Link key={words} href={where}>
              {words}
            </Link>
          ) : (
            <span key={words}>{words}</span>
          ),
        )}
    </small>
  </li>
)
