import { type AnyOperation, pathParams } from '@holdfast/api/operation'
import { ROLES } from '@holdfast/api/sharing/shares'

/** As far as a parameter's description says what can be given. */
interface Described {
  type?: string
  format?: string
  enum?: readonly unknown[]
  minimum?: number
  default?: unknown
  items?: Described
  properties?: Record<string, Described>
}
type Below = (below: number) => number
type Known = Record<string, readonly (number | string)[]>

/** Parameters that name the same as another one. */
const ALIASES: Record<string, string> = {
  company_id: 'organization_id',
  to_root_id: 'root_id',
  to_folder_id: 'folder_id',
  to_machine_id: 'machine_id',
  to_person_id: 'person_id',
  file_ids: 'file_id',
  folder_ids: 'folder_id',
  members: 'person_id',
  member_groups: 'group_id',
  group_ids: 'group_id',
  dept_shares: 'root_id',
  hash: 'sharelink_id',
  username: 'email',
}
/** Texts that mean something; all others are made up. */
const TEXTS: Record<string, string> = {
  client_id: 'anchor',
  grant_type: 'password',
  month: '2026-01',
  as_of: '1',
  q: 'txt',
  path: '/srv',
}
const FORMATS: Record<string, string> = { 'date-time': '2030-01-01T00:00:00', date: '2030-01-01' }
/** Without these, accounts could rarely be made and never be signed in to. */
const OFTEN = ['client_id', 'grant_type', 'username', 'password', 'email']
/** So many of the things that answers named are remembered, the newest, beside those known from the start. */
const MOST_FOUND = 30

export interface DrawnCall {
  op: AnyOperation
  path: string
  init: RequestInit
}

/**
 * Calls with parameters drawn from the descriptions of the operations: whatever the API document says can be sent. What a
 * parameter names is mostly something known, or something that an earlier answer named.
 */
export class DrawnCalls {
  readonly #below: Below
  readonly #operations: readonly AnyOperation[]
  readonly #password: string
  #deck: AnyOperation[] = []
  #known: Known = {}
  #found = new Map<string, (number | string)[]>()
  #made = 0

  constructor(operations: readonly AnyOperation[], below: Below, password: string) {
    this.#operations = operations
    this.#below = below
    this.#password = password
  }

  /** A number below another, of the same series. */
  draw = (below: number): number => this.#below(below)

  /** Forgets what answers named. */
  know(known: Known): void {
    this.#known = known
    this.#found = new Map()
  }

  /** Each operation comes once before any comes again. */
  next(): DrawnCall {
    if (this.#deck.length === 0) this.#deck = [...this.#operations]
    const [op] = this.#deck.splice(this.#below(this.#deck.length), 1)
    return this.of(op as AnyOperation)
  }

  /** A call of one operation. */
  of(op: AnyOperation): DrawnCall {
    const inPath = pathParams(op)
    const given = new Map<string, unknown>()
    const described = op.params.properties as Record<string, Described>
    const { required = [] } = op.params as { required?: string[] }
    const needed = [...inPath, ...required.filter((name) => described[name]?.default === undefined)]
    const optional = Object.keys(described).filter((name) => !needed.includes(name))
    const some = Array.from({ length: this.#below(3) }, () => optional[this.#below(optional.length)] ?? '')
    for (const name of new Set([...needed, ...some, ...(this.#below(4) ? OFTEN : [])]))
      if (described[name]) given.set(name, this.#value(name, described[name]))
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(given.get(name))),
    )
    for (const name of inPath) given.delete(name)
    return { op, ...this.#request(op, path, given) }
  }

  #request(op: AnyOperation, path: string, given: Map<string, unknown>): Omit<DrawnCall, 'op'> {
    const { method } = op
    const raw = op.rawBody && given.get(op.rawBody)
    if (raw instanceof Blob) return { path, init: { method, body: raw } }
    const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
    const texts = [...given].map(([name, value]): [string, string] => [name, text(value)])
    if (method === 'GET' || method === 'DELETE')
      return { path: `${path}?${new URLSearchParams(texts)}`, init: { method } }
    const file = [...given].find(([, value]) => value instanceof Blob)
    if (!file) return { path, init: { method, body: new URLSearchParams(texts) } }
    const body = new FormData()
    for (const [name, value] of texts) if (name !== file[0]) body.append(name, value)
    body.append(file[0], file[1] as Blob, `made up ${++this.#made}.txt`)
    return { path, init: { method, body } }
  }

  #value(name: string, described: Described): unknown {
    if (described.format === 'binary') return new Blob([`made up ${++this.#made}`])
    if (described.enum) return described.enum[this.#below(described.enum.length)]
    switch (described.type) {
      case 'boolean':
        return this.#below(2) === 1
      case 'integer':
        return /_id$/.test(name) ? this.#named(name) : (described.minimum ?? 0) + this.#below(3)
      case 'array':
        return [this.#item(name, described.items ?? {})]
      case 'object':
        return Object.fromEntries(
          Object.entries(described.properties ?? {}).map(([key, part]) => [key, this.#value(key, part)]),
        )
      default:
        return this.#text(name, described)
    }
  }

  #item(name: string, described: Described): unknown {
    if (described.type === 'integer') return this.#named(name)
    if (described.type !== 'array') return this.#value(name === 'subscribers' ? 'email' : name, described)
    const role = ROLES[this.#below(ROLES.length)]
    if (name === 'external_subscribers') return [this.#named('email'), role]
    if (name === 'group_subscribers') return [this.#named('group_id'), 'web', role]
    return [this.#named('person_id'), 'all', role]
  }

  #text(name: string, { format = '' }: Described): string {
    if (/password$/.test(name)) return this.#password
    if (name === 'csv')
      return `email,first_name,last_name,password\n${this.#named('email')},A,B,${this.#password}`
    const known = TEXTS[name] ?? FORMATS[format]
    const names = /_id$|^hash$|^email$|^username$|^sha256$/.test(name)
    return known ?? (names ? String(this.#named(name)) : `made up ${++this.#made}`)
  }

  #named(parameter: string): number | string {
    const name = ALIASES[parameter] ?? parameter
    if (name === 'email' && this.#below(3) === 0) return `made.up.${++this.#made}@example.test`
    const any = /^(acted_on|actor)_id$/.test(name)
      ? ['person_id', 'root_id', 'group_id'][this.#below(3)]
      : name
    const [known = [], found = []] = [this.#known[any ?? name], this.#found.get(any ?? name)]
    const from = found.length === 0 || (known.length > 0 && this.#below(10) < 7) ? known : found
    return from[this.#below(from.length || 1)] ?? 1 + this.#below(50)
  }

  /** Remembers what an answer names. */
  learn(answer: unknown): void {
    if (Array.isArray(answer)) for (const part of answer) this.learn(part)
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return
    const { type, id } = answer as { type?: unknown; id?: unknown }
    if (typeof type === 'string' && typeof id === 'number')
      this.#find(`${type.replace(/^.*_(?=sharelink|mapping|job)/, '')}_id`, id)
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value === 'object') this.learn(value)
      if (/_id$/.test(key) && typeof value === 'number') this.#find(ALIASES[key] ?? key, value)
      if (key === 'hash' && typeof value === 'string' && value) this.#find('sharelink_id', value)
      if (key === 'email' && typeof value === 'string') this.#find('email', value)
    }
  }

  #find(name: string, value: number | string): void {
    const found = this.#found.get(name) ?? []
    if (found.includes(value)) return
    this.#found.set(name, [...found, value].slice(-MOST_FOUND))
  }
}
