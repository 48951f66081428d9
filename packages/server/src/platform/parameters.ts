import { parseDate, parseUtc } from '@holdfast/api/time'
import type { TObject } from 'typebox'
import { fail, missing, refuse } from '../errors.ts'
import { parseJson } from './basics/parse-json.ts'

/** What was sent, before anyone looked at its meaning. Has no prototype, so no name in it is special. */
export type RawParams = Record<string, unknown>

/** The parts of a JSON schema that parameters are described with. */
interface ParamSchema {
  type?: string
  format?: string
  enum?: readonly unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  items?: ParamSchema
  properties?: Record<string, ParamSchema>
  /** The word `none`, and null in JSON, stand for no value, which an empty parameter cannot say. */
  nullable?: boolean
}

/** Reads parameters as an operation declares them, but for some that are read elsewhere. Unknown ones are ignored; empty ones count as absent. */
export function paramsDecoder(
  schema: TObject,
  elsewhere: readonly string[] = [],
): (raw: RawParams) => Record<string, unknown> {
  const required = new Set<string>(schema.required ?? [])
  // Files do not pass through here: they are streamed.
  const described = Object.entries(schema.properties as Record<string, ParamSchema>).filter(
    ([name, property]) => property.format !== 'binary' && !elsewhere.includes(name),
  )
  return (raw) => {
    const decoded: Record<string, unknown> = {}
    for (const [name, property] of described) {
      const given = raw[name]
      if (isGiven(property, given)) decoded[name] = decode(name, property, given)
      else if (property.default !== undefined) decoded[name] = property.default
      else if (required.has(name)) missing(name)
    }
    return decoded
  }
}

/** What is only digits is an id. Nothing has one that a number cannot hold exactly: the first of those stands for all. */
export const idIn = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER + 1) : undefined

/** Empty parameters count as absent, and so does null where a value cannot be taken away. */
const isGiven = ({ nullable = false, enum: values = [] }: ParamSchema, given: unknown): boolean =>
  !isAbsent(given) || (nullable && given === null) || (given === '' && values.includes(''))

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

function decode(name: string, schema: ParamSchema, given: unknown): unknown {
  if (schema.nullable && (given === null || (typeof given === 'string' && given.toLowerCase() === 'none')))
    return null
  switch (schema.type) {
    case 'boolean':
      return decodeBoolean(given) ?? refuse(name, 'expected: true or false')
    case 'integer':
      return decodeInteger(schema, given) ?? refuse(name, `expected: ${rangeOf(schema)}`)
    case 'array':
      return decodeList(name, schema, given)
    case 'object':
      return (
        (schema.properties ? decodeFields(name, schema.properties, given) : decodeObject(given)) ??
        refuse(name)
      )
    default:
      return decodeText(name, schema, given)
  }
}

function decodeList(name: string, schema: ParamSchema, given: unknown): unknown[] {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema
  const list = listOf(given)?.filter((item) => !isAbsent(item)) ?? refuse(name)
  if (list.length < minItems)
    refuse(name, `expected: at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`)
  if (list.length > maxItems) refuse(name, `expected: up to ${maxItems} ${maxItems === 1 ? 'item' : 'items'}`)
  return list.map((item) => decode(name, items, item))
}

/** An object whose members are all described, and all needed. */
function decodeFields(
  name: string,
  properties: Record<string, ParamSchema>,
  given: unknown,
): Record<string, unknown> | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const fields: Record<string, unknown> = {}
  for (const [field, schema] of Object.entries(properties)) {
    const value = (given as Record<string, unknown>)[field]
    if (!Object.hasOwn(given, field) || isAbsent(value)) return undefined
    fields[field] = decode(name, schema, value)
  }
  return fields
}

function decodeBoolean(given: unknown): boolean | undefined {
  if (typeof given === 'boolean') return given
  if (typeof given !== 'string') return undefined
  const text = given.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function decodeInteger(
  { minimum = -Infinity, maximum = Infinity, enum: values }: ParamSchema,
  given: unknown,
): number | undefined {
  const number =
    typeof given === 'string' && /^[+-]?\d{1,16}$/.test(given)
      ? Number(given)
      : typeof given === 'number'
        ? given
        : NaN
  if (values && !values.includes(number)) return undefined
  return Number.isSafeInteger(number) && number >= minimum && number <= maximum ? number : undefined
}

function rangeOf({ minimum = -Infinity, maximum = Infinity, enum: values }: ParamSchema): string {
  if (values) return `one of: ${values.join(', ')}`
  if (minimum === -Infinity) return 'a whole number'
  return maximum < Number.MAX_SAFE_INTEGER
    ? `a whole number from ${minimum} to ${maximum}`
    : `a whole number, ${minimum} or greater`
}

/** A list comes as repeated keys, as JSON (also as text in a form field), or separated by commas. */
function listOf(given: unknown): unknown[] | undefined {
  if (Array.isArray(given)) return given
  if (typeof given === 'number') return [given]
  if (typeof given !== 'string') return undefined
  if (!given.trimStart().startsWith('[')) return given.split(',').map((item) => item.trim())
  const list = parsedJson(given)
  return Array.isArray(list) ? list : undefined
}

/** An object with anything inside, as JSON or as JSON in a form field. */
function decodeObject(given: unknown): object | undefined {
  const object = typeof given === 'string' ? parsedJson(given) : given
  return typeof object === 'object' && object !== null && !Array.isArray(object) ? object : undefined
}

function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) {
    pattern = new RegExp(source)
    patterns.set(source, pattern)
  }
  return pattern
}

function decodeText(name: string, schema: ParamSchema, given: unknown): string {
  const text = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
  if (typeof text !== 'string') return refuse(name)
  if (schema.format === 'date') return parseDate(text) === undefined ? fail('invalid_date_format') : text
  if (schema.format === 'date-time')
    return parseUtc(text) === undefined ? fail('invalid_datetime_format') : text
  if (schema.format === 'file-name') return text
  // PostgreSQL cannot hold a NUL, and half a surrogate pair is no text.
  if (text.includes('\0') || !text.isWellFormed()) return refuse(name)
  if (schema.enum && !schema.enum.includes(text))
    return refuse(name, `expected one of: ${schema.enum.join(', ')}`)
  if (schema.pattern !== undefined && !patternOf(schema.pattern).test(text)) return refuse(name)
  if (schema.maxLength !== undefined && text.length > schema.maxLength)
    return refuse(name, `expected: up to ${schema.maxLength} characters`)
  return text
}
