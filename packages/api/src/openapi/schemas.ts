import type { JsonSchema } from './document.ts'
import { FIELD_NOTES } from './field-notes.ts'

export type Share = (schema: JsonSchema) => JsonSchema

/** What a 32 bit number holds; programs made from the document take integers for such unless specified otherwise. */
const INT32 = 2 ** 31 - 1

/** The schema as OpenAPI 3.1 has it, and as plain JSON: TypeBox marks its own with keys that begin with `~`. */
export const plain = (schema: object): JsonSchema =>
  rewrite(
    JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('~') ? undefined : value))),
    (part) => withNotes(withWideIntegers(withNull(part))),
  )

const CLEAR = 'Send null in JSON, or the word `none`, to clear it'
const sentences = (...all: (string | undefined)[]): string => all.filter(Boolean).join('. ')

/** Turns `nullable`, by which the server reads parameters, and a choice between a value and null into types. */
function withNull(part: JsonSchema): JsonSchema {
  if (part.nullable === true && typeof part.type === 'string') {
    const { nullable: _, ...rest } = part
    return { ...rest, type: [part.type, 'null'], description: sentences(part.description, CLEAR) }
  }
  if (!Array.isArray(part.anyOf) || part.anyOf.length !== 2) return part
  const { anyOf, ...rest } = part
  const [value, none] = anyOf
  const isSimple = typeof value?.type === 'string' && !value.title && !value.enum && !('const' in value)
  return isSimple && none?.type === 'null' ? { ...value, ...rest, type: [String(value.type), 'null'] } : part
}

/** Explains fields that say nothing themselves. Those with a title are explained by it, and may have to stay equal. */
function withNotes(part: JsonSchema): JsonSchema {
  if (typeof part.properties !== 'object') return part
  const fields = Object.entries(part.properties).map(([name, field]) => {
    const note = FIELD_NOTES[`${part.title}.${name}`] ?? FIELD_NOTES[name]
    const isSilent = field.description === undefined || field.description === CLEAR
    const isExplained = !note || !isSilent || typeof field.title === 'string' || 'const' in field
    return [name, isExplained ? field : { ...field, description: sentences(note, field.description) }]
  })
  return { ...part, properties: Object.fromEntries(fields) }
}

function withWideIntegers(part: JsonSchema): JsonSchema {
  const isWide = [part.type].flat().includes('integer') && (part.maximum ?? Infinity) > INT32
  return isWide && part.format === undefined ? { ...part, format: 'int64' } : part
}

/**
 * Gives a function that replaces each titled schema that occurs more than once by a reference, and the
 * schemas it refers to. Schemas that differ under one title stay where they are.
 */
export function sharedSchemas(all: JsonSchema[]): { share: Share; schemas: Record<string, JsonSchema> } {
  const found = new Map<string, string[]>()
  for (const schema of all) {
    rewrite(schema, (part) => {
      const name = componentName(part)
      if (name) found.set(name, [...(found.get(name) ?? []), JSON.stringify(part)])
      return part
    })
  }
  const isShared = (name: string) => {
    const texts = found.get(name) ?? []
    return texts.length > 1 && new Set(texts).size === 1
  }
  const schemas: Record<string, JsonSchema> = {}
  const share = (schema: JsonSchema) =>
    rewrite(schema, (part) => {
      const name = componentName(part)
      if (!name || !isShared(name)) return part
      schemas[name] = part
      return refTo(name)
    })
  return { share, schemas }
}

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Component names allow neither spaces nor most signs: `File share link` becomes `FileShareLink`. */
function componentName({ title }: JsonSchema): string | undefined {
  // A schema of properties may have one called `title`, which is no text.
  return typeof title === 'string' ? inOneWord(title) : undefined
}

/** As names of types are written: `create_person` becomes `CreatePerson`. */
export const inOneWord = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9.]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Keywords that hold values, in which nothing is a schema. */
const VALUES = ['default', 'const', 'enum', 'examples']

/** Replaces every schema within a schema, inner ones first. */
function rewrite(schema: JsonSchema, replace: Share): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return typeof value === 'object' && value !== null ? rewrite(value as JsonSchema, replace) : value
  }
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    VALUES.includes(key) ? value : inner(value),
  ])
  return replace(Object.fromEntries(entries))
}
