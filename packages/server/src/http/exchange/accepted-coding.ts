import type { Request } from './server.ts'

/** How an answer may be compressed for this caller: the best that Accept-Encoding names, and not only to refuse it. */
export function acceptedCoding({ headers }: Request): 'br' | 'gzip' | undefined {
  const accepted = (headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => Number(weight.replace(/^q=/, '')) > 0)
    .map(([coding]) => coding)
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name))
}
