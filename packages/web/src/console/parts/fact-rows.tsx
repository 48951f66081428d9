import { Link } from 'wouter'
import { Icon, type IconName } from '../../ui/icon.tsx'

export interface FactRow {
  key: string | number
  name: string
  icon?: IconName
  /** Where its name leads. */
  address?: string | undefined
  facts: readonly (string | false | null | undefined)[]
}

/** A name, and below it what is to be known of it in a line. */
export const Facts = ({ name, address, facts }: Pick<FactRow, 'name' | 'address' | 'facts'>) => (
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
)

/** Things one below the other, each with what is to be known of it. */
export const FactRows = ({ rows }: { rows: readonly FactRow[] }) => (
  <ul className="console-rows">
    {rows.map(({ key, icon, ...row }) => (
      <li key={key}>
        {icon && <Icon name={icon} />}
        <Facts {...row} />
      </li>
    ))}
  </ul>
)
