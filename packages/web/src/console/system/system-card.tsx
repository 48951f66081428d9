import type { ReactNode } from 'react'
import type { Grade } from '../../core/console/system-health.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Tag } from '../parts/tag.tsx'

const ICONS: Record<Grade, IconName> = { good: 'check', soft: 'info', warn: 'warn', bad: 'warn' }

interface SystemCardProps {
  title: string
  grade?: Grade
  /** What its state means, and what to do about it. */
  why?: string | undefined
  children?: ReactNode
}

/** One thing about the installation, and how well it is. */
export const SystemCard = ({ title, grade, why, children }: SystemCardProps) => (
  <section className="console-part system-card">
    <h2>
      {title}
      {grade && grade !== 'soft' && (
        <Tag kind={grade} icon={ICONS[grade]}>
          {consoleWords().system.grades[grade]}
        </Tag>
      )}
    </h2>
    {why && <p className={grade === 'bad' || grade === 'warn' ? 'system-why' : 'soft'}>{why}</p>}
    {children}
  </section>
)
