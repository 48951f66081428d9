import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { area, enumOf, object, time, WHO } from './system-fields.ts'

/** The log of the servers. */

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const MAX_LOG_MINUTES = 24 * 60

export const SystemLog = object('SystemLog', {
  level: Type.String({ description: 'What is written to the log: this level and worse' }),
  usual: Type.String({ description: 'The level in the settings' }),
  until: time('When the level is as in the settings again; null if it is now'),
})

export const setLogLevel = operation({
  name: 'set_log_level',
  method: 'PUT',
  path: '/api/2/system/log_level',
  area,
  ours: true,
  summary: 'Change the level of the log for a time',
  description:
    'On all servers, within 10 seconds. Afterwards it is as in the settings again, also after a restart. 0 minutes ends it now. ' +
    `Recorded in the activity. ${WHO}`,
  params: {
    level: enumOf(LOG_LEVELS, 'This level and worse are written'),
    minutes: Type.Integer({ minimum: 0, maximum: MAX_LOG_MINUTES, description: 'For how long' }),
  },
  result: SystemLog,
})

export const SystemLogLine = object('SystemLogLine', {
  at: Type.String({ description: 'UTC' }),
  level: enumOf(LOG_LEVELS),
  message: Type.String(),
  fields: Type.Array(object('SystemLogField', { name: Type.String(), value: Type.String() })),
})
export type SystemLogLine = Static<typeof SystemLogLine>

export const listLogLines = operation({
  name: 'list_log_lines',
  method: 'GET',
  path: '/api/2/system/log',
  area,
  ours: true,
  summary: 'Get the last lines of the log',
  description: `Of the server process that answers, newest first, without names of files and people. ${WHO}`,
  params: { level: Type.Optional(enumOf(LOG_LEVELS, 'This level and worse')) },
  result: Type.Object({ server: Type.String(), results: Type.Array(SystemLogLine) }),
})
