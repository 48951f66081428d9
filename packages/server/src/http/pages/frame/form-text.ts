import { parseForm } from '../../exchange/form.ts'
import type { Request } from '../../exchange/server.ts'

/** A value of a form, empty if it is not a single piece of text. PostgreSQL would choke on a NUL or half a character. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : ''

/** A value in the address of a page. */
export function queryField(req: Request, name: string): string {
  const [, query = ''] = /\?([^#]*)/.exec(req.raw.url ?? '') ?? []
  return textOf(parseForm(Buffer.from(query, 'latin1'))[name])
}
