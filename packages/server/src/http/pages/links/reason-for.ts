import type { ApiError } from '../../../errors.ts'
import { formatsOf } from '../../../platform/messages/intl/formats.ts'
import { type Site, wordsOf } from '../frame/page-frame.ts'

/** Why something was refused, for people. */
export function reasonFor(site: Site, { code, extra }: ApiError): string {
  const { byCode, other, tooLarge, requestClosed } = wordsOf(site).refusals
  if (extra?.request_closed) return requestClosed
  return typeof extra?.max_file_size === 'number'
    ? tooLarge(formatsOf(site.language).count(extra.max_file_size))
    : (byCode[code] ?? other)
}
