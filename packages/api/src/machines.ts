import { type Static, Type } from 'typebox'
import { IdOf, type MachineId } from './ids.ts'

const text = () => Type.Union([Type.String(), Type.Null()])
const count = () => Type.Union([Type.Integer(), Type.Null()])

export const MACHINE_TYPES = ['agent', 'server', 'mobile'] as const
export type MachineType = (typeof MACHINE_TYPES)[number]

export const Machine = Type.Object(
  {
    type: Type.Literal('machine'),
    id: IdOf<MachineId>(),
    dns_name: text(),
    nickname: text(),
    last_login: text(),
    last_disconnect: text(),
    guid: Type.String(),
    created: Type.String(),
    os_type: text(),
    os_version: text(),
    agent_version: text(),
    locked: Type.Boolean(),
    manual_collisions: Type.Boolean(),
    bandwidth_throttle: count(),
    throttle_exception_throttle: count(),
    throttle_exception_days: text(),
    throttle_exception_start: text(),
    throttle_exception_end: text(),
    throttle_exception_dow: Type.Array(Type.Integer()),
    throttled: Type.Boolean(),
    machine_type: Type.Unsafe<MachineType>({ type: 'string', enum: MACHINE_TYPES }),
    health_report_period_minutes: count(),
    health_report_period_minutes_min: count(),
    health_report_period_minutes_max: count(),
  },
  { title: 'Machine' },
)
export type Machine = Static<typeof Machine>
