import type { ErrorCode } from '@holdfast/api/errors'
import type { upload } from '../../../platform/messages/en/upload.ts'

/** What may work if it is tried again a little later. */
const PASSING: readonly string[] = [
  'resource_locked',
  'no_file_received',
  'temporarily_unavailable',
  'unknown',
] satisfies ErrorCode[]

export const mayWorkLater = (code: string): boolean => PASSING.includes(code)

/** What the script for uploads is given to say. `#` stands for a name or a number. */
export type ScriptWords = typeof upload & {
  refusals: {
    byCode: Partial<Record<ErrorCode, string>>
    tooLarge: string
    requestClosed: string
    other: string
  }
}
