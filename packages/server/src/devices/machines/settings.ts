import { THROTTLE_FIELDS } from '@holdfast/api/devices/agent-channel'
import type { Machine } from '@holdfast/api/devices/machines'
import { checkTimeOfDay } from '../../accounts/organizations/settings.ts'
import { refuse } from '../../errors.ts'

/** What can be set of a machine that nothing is looked up by. */
const CHANGEABLE = [
  ...THROTTLE_FIELDS,
  'manual_collisions',
  'health_report_period_minutes',
  'health_report_period_minutes_min',
  'health_report_period_minutes_max',
] as const satisfies readonly (keyof Machine)[]

export type MachineSettings = Pick<Machine, (typeof CHANGEABLE)[number]>

const DEFAULTS: MachineSettings & Pick<Machine, 'locked'> = {
  locked: false,
  manual_collisions: false,
  bandwidth_throttle: null,
  throttle_exception_throttle: null,
  throttle_exception_days: null,
  throttle_exception_start: null,
  throttle_exception_end: null,
  throttle_exception_dow: [],
  throttled: false,
  health_report_period_minutes: null,
  health_report_period_minutes_min: null,
  health_report_period_minutes_max: null,
}

export const parseSettings = (text: string): typeof DEFAULTS => ({ ...DEFAULTS, ...JSON.parse(text) })

/** The settings among what was given. */
export const settingsAmong = (
  given: Partial<Record<keyof MachineSettings, unknown>>,
): Partial<MachineSettings> =>
  Object.fromEntries(
    CHANGEABLE.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]),
  )

/** Whether settings go together as they would be. */
export function checkSettings(settings: MachineSettings): void {
  for (const field of ['throttle_exception_start', 'throttle_exception_end'] as const)
    checkTimeOfDay(settings[field], field)
  const { health_report_period_minutes_min: min, health_report_period_minutes_max: max } = settings
  const period = settings.health_report_period_minutes
  if (min !== null && max !== null && min > max)
    refuse(
      'health_report_period_minutes_min',
      `must not be greater than health_report_period_minutes_max (${max})`,
    )
  if (period !== null && ((min !== null && period < min) || (max !== null && period > max)))
    refuse(
      'health_report_period_minutes',
      'must be between health_report_period_minutes_min and health_report_period_minutes_max',
    )
}
