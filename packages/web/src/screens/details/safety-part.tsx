import type { ReactNode } from 'react'
import { formatExactTime, formatPoint, timeOf } from '../../messages/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import './safety.css'

interface PartProps {
  icon: IconName
  title: string
  /** Something is to be done about it. */
  bad?: boolean
  children: ReactNode
}

export const Part = ({ icon, title, bad = false, children }: PartProps) => (
  <section className={bad ? 'safety-part safety-bad' : 'safety-part'} aria-label={title}>
    <Icon name={icon} />
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  </section>
)

/** A sentence with a time in it, which is exact for who points at it. */
export const At = ({ at, say, soft }: { at: string; say: (when: string) => string; soft?: boolean }) => (
  <p className={soft ? 'soft' : undefined} title={formatExactTime(at)}>
    {say(formatPoint(timeOf(at)))}
  </p>
)
