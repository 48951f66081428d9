import { type AnyOperation, pathParams } from '@holdfast/api/operation'
import { untilFound } from '../servers/until.ts'
import type { World } from '../servers/world.ts'
import type { Case } from './access-rules.ts'
import { type Ids, MARK } from './cast.ts'

let sent = 0
/** A request that lacks nothing, so that only rights can be in its way. */
export async function send(
  world: World,
  op: AnyOperation,
  ids: Ids,
  { given, body: bytes, success }: Pick<Case, 'given' | 'body' | 'success'>,
  headers: Record<string, string> = {},
) {
  const n = ++sent
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
  const rest = Object.entries(ids).filter(([name]) => !pathParams(op).includes(name))
  const fields = Object.entries({ ...given?.(n), ...Object.fromEntries(rest) })
  if (bytes) return fetch(world.url + path, { method: op.method, headers, body: bytes(ids) })
  const query = `?${new URLSearchParams(given?.(n))}`
  if (op.method === 'GET') return get(`${world.url}${path}${query}`, headers, success === 503)
  const takesFile = (op.params.properties.file as { format?: string } | undefined)?.format === 'binary'
  const body = takesFile ? new FormData() : new URLSearchParams()
  for (const [name, value] of fields) body.append(name, String(value))
  if (body instanceof FormData) body.append('file', new Blob([MARK]), `${MARK} ${n}.txt`)
  return fetch(world.url + path, { method: op.method, headers, body })
}

/** Some answers are for few at once of each person: anyone who is told to come back does. */
function get(url: string, headers: Record<string, string>, final: boolean): Promise<Response> {
  return untilFound(async () => {
    const response = await fetch(url, { headers })
    if (response.status !== 503 || final) return response
    await response.text()
    return undefined
  }, 10)
}
