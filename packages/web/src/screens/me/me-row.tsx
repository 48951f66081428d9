import type { ReactNode } from 'react'
import { shownName } from '../../messages/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface MeRowProps {
  icon: IconName
  title: ReactNode
  badge?: string | undefined
  facts: readonly (string | null | undefined | false)[]
  /** A line of its own below the facts. */
  since?: string
  action?: ReactNode
}

/** One of a list of things that belong to an account. */
export const MeRow = ({ icon, title, badge, facts, since, action }: MeRowProps) => (
  <li className="me-row">
    <Icon name={icon} />
    <span>
      <strong>
        <bdi>{title}</bdi>
        {badge !== undefined && <span className="me-badge">{badge}</span>}
      </strong>
      <small>{facts.flatMap((fact) => (fact ? [<bdi key={fact}>{shownName(fact)}</bdi>] : []))}</small>
      {since !== undefined && <small>{since}</small>}
    </span>
    {action}
  </li>
)
