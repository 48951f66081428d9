import type { StatusView } from '../service/methods.ts'

/** For anyone who watches an agent by a script: items that wait for a person are not the same as an outage. */
export const exitCodeOf = ({ state }: Pick<StatusView, 'state'>): number =>
  state === 'synced' ? 0 : state === 'attention' ? 3 : 1
