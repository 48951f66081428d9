import type { Option } from './options.tsx'

/** Where one can go from a field that finds as one types. */
export interface Goal extends Option {
  /** Where it leads, or what it does. */
  to: string | (() => void)
}
