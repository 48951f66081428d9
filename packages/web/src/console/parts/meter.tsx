import './meter.css'

/** How much of a limit is used. */
export const Meter = ({ value, max, label }: { value: number; max: number; label: string }) => (
  <progress className="meter" max={Math.max(1, max)} value={Math.min(value, max)} aria-label={label} />
)
