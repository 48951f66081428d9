import type { TSchema } from 'typebox'
import { Check } from 'typebox/schema'

/** The parts of a schema that lead on to others. */
interface Inner {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

/**
 * Why a value does not fit a schema, by the first place where it does not: `“roots/0/path” is missing or wrong`. Undefined for
 * one that fits. The path is made of names that the schema has and of numbers, so the words may go to a log whatever the value
 * holds. Fields that the schema does not name are passed over.
 */
export function whyMisfit(schema: TSchema, value: unknown): string | undefined {
  if (Check(schema, value)) return undefined
  const place = stepsTo(schema, value).join('/')
  return place === '' ? 'the form is wrong' : `“${place}” is missing or wrong`
}

/** Looks no further than to the first, so that a value with a million mistakes costs no more than one with a single one. */
function stepsTo(schema: TSchema, value: unknown): (string | number)[] {
  const { properties = {}, items } = schema as Inner
  if (Array.isArray(value)) {
    const at = items ? value.findIndex((item) => !Check(items, item)) : -1
    return items && at !== -1 ? [at, ...stepsTo(items, value[at])] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const required: readonly string[] = 'required' in schema ? (schema.required as string[]) : []
  for (const [name, inner] of Object.entries(properties)) {
    const held = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    const fits = held === undefined ? !required.includes(name) : Check(inner, held)
    if (!fits) return [name, ...stepsTo(inner, held)]
  }
  return []
}
