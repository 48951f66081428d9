import type { ReactNode } from 'react'
import { formatExactTime, formatMoment } from '../messages/format.ts'

/** One of a list of facts. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** When something was: in few words, and exactly for who asks. */
export const Time = ({ at }: { at: string }) => <time title={formatExactTime(at)}>{formatMoment(at)}</time>
