import { Link } from 'wouter'
import { Icon, type IconName } from '../../ui/icon.tsx'

export interface FactRow {
  key: string | number
  name: string
  icon?: IconName
  /** Where its name leads. */
  address?: string
  facts: readonly (string | false | null | undefined)[]
}

/** Things one below the other, each with what is to be known of it in a line. */
export const FactRows = ({ rows }: { rows: readonly FactRow[] }) => (
  <ul className="console-rows">
    {rows.map(({ key, name, icon, address, facts }) => (
      <li key={key}>
        {icon && <Icon name={icon} />}
        <span className="console-row-what">
          {address ? (
            <Link href={address}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <strong>
              <bdi>{name}</bdi>
            </strong>
          )}
          <small>
            <bdi>{facts.filter(Boolean).join(' · ')}</bdi>
          </small>
        </span>
      </li>
    ))}
  </ul>
)
