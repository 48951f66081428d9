import { SETUP_STEPS, type Setup, type SetupStep } from '@holdfast/api/oversight/setup'
import { MINUTE_MS } from '@holdfast/api/time'

/** A step, or what comes after all of them. */
export type Position = SetupStep | 'end'

/** Where someone goes on: what was not looked at comes before what was skipped. */
export const firstLeft = (steps: Setup['steps']): Position =>
  (steps.find(({ state }) => state === 'open') ?? steps.find(({ state }) => state === 'skipped'))?.step ??
  'end'

/** What is done is passed over. */
export const after = (position: Position, steps: Setup['steps']): Position =>
  steps.slice(placeOf(position) + 1).find(({ state }) => state !== 'done')?.step ?? 'end'

export const before = (position: Position): Position | undefined => SETUP_STEPS[placeOf(position) - 1]

const placeOf = (position: Position): number =>
  position === 'end' ? SETUP_STEPS.length : SETUP_STEPS.indexOf(position)

/** Codes of authenticator apps work up to about that. */
const TOLERATED_MS = MINUTE_MS

/** By how many minutes two clocks differ, where that matters. */
export const minutesApart = (server: number, here: number): number | undefined => {
  const apart = Math.abs(server - here)
  return apart > TOLERATED_MS ? Math.round(apart / MINUTE_MS) : undefined
}
