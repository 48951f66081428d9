import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import './tag.css'

/** How good a state is, and the sign for it. */
export interface TagLook {
  kind: 'good' | 'warn' | 'bad' | 'soft' | 'other'
  icon?: IconName
}

/** A state in words; never by its color alone. */
export const Tag = ({
  kind,
  icon,
  title,
  children,
}: TagLook & { title?: string | undefined; children: ReactNode }) => (
  <span className={`console-tag console-tag-${kind}`} title={title}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)
