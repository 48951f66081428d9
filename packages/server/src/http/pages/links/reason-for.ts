import type { ApiError } from '../../../errors.ts'
import { REASONS, type Reason, TOO_LARGE } from './reasons.ts'

export function reasonFor({ code, message, extra }: ApiError): Reason {
  if (typeof extra?.max_file_size === 'number')
    return { text: TOO_LARGE.replace('#', String(extra.max_file_size)) }
  return REASONS[code] ?? { text: message }
}
