import { sparkPath } from '../../core/console/chart.ts'
import './chart.css'

const FRAME = { width: 60, height: 18 }

/** How something went, beside the figure that says it in words. */
export const Sparkline = ({ values }: { values: readonly (number | null)[] }) =>
  values.filter((value) => value !== null).length > 1 ? (
    <svg
      className="sparkline"
      width={FRAME.width}
      height={FRAME.height}
      viewBox={`-1 -1 ${FRAME.width + 2} ${FRAME.height + 2}`}
      aria-hidden="true"
    >
      <path d={sparkPath(values, FRAME)} />
    </svg>
  ) : null
