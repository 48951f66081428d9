import type { JsonSchema } from './document.ts'
import { EXAMPLE_VALUES } from './example-values.ts'

/** An answer as the schema allows it, of required fields; `within` is what it belongs to until an object has a title. */
export function exampleOf(schema: JsonSchema, within: string, field = ''): unknown {
  if ('const' in schema) return schema.const
  const known = EXAMPLE_VALUES[`${within}.${field}`] ?? EXAMPLE_VALUES[field]
  if (known !== undefined && fits(schema, known)) return known
  if (schema.enum) return schema.enum[0]
  const kinds = schema.anyOf
  if (kinds) return kinds.some(isNull) ? null : exampleOf(kinds[0] ?? {}, within, field)
  if (schema.items) return kindsOf(schema.items).map((kind) => exampleOf(kind, within, field))
  if (schema.properties) return exampleObject(schema, within)
  return exampleScalar(schema)
}

/** One of each kind that a list may hold. */
const kindsOf = (items: JsonSchema): JsonSchema[] => items.anyOf?.filter((kind) => !isNull(kind)) ?? [items]

const isNull = ({ type }: JsonSchema): boolean => [type].flat().includes('null')

function exampleObject({ properties = {}, required = [], title }: JsonSchema, within: string): unknown {
  const fields = Object.entries(properties)
  const shown = required.length === 0 ? fields : fields.filter(([name]) => required.includes(name))
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, title ?? within, name)]))
}

function exampleScalar(schema: JsonSchema): unknown {
  if (isNull(schema)) return null
  switch (schema.type) {
    case 'string':
      return 'text'
    case 'integer':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    default:
      return {}
  }
}

/** Whether the value is of the schema's type: one name may stand for different things in different objects. */
function fits({ type, enum: among }: JsonSchema, value: unknown): boolean {
  if (among) return among.includes(value)
  const is = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return type === undefined || [type].flat().includes(is === 'number' ? 'integer' : is)
}
