import { devicePath } from '@holdfast/api/devices/device-fields'
import { type TObject, Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import { paramsDecoder } from '../../platform/parameters.ts'

/** A file that a device has trouble with. */
export interface Problem {
  path: string
  reason: string
}

export const MAX_PROBLEMS = 100
/** Of all of them together. */
const MAX_CHARACTERS = 64 * 1024

export const problemList = () =>
  Type.Optional(
    Type.Array(Type.Object({ path: devicePath('The file'), reason: Type.String({ maxLength: 1000 }) }), {
      maxItems: MAX_PROBLEMS,
    }),
  )

/** As many as are kept of them, as they are kept. */
export function keptProblems(problems: readonly Problem[] = []): string {
  let room = MAX_CHARACTERS
  return JSON.stringify(
    problems.filter(({ path, reason }) => {
      room -= path.length + reason.length
      return room >= 0
    }),
  )
}

/** Reads what a device says by its description; undefined for what it does not fit. */
export function frameReader<T>(schema: TObject): (frame: Record<string, unknown>) => T | undefined {
  const decode = paramsDecoder(schema)
  return (frame) => {
    try {
      return decode(frame) as T
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return undefined
    }
  }
}
