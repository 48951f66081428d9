import type { JsonSchema, OpenApiDocument } from '@holdfast/api/openapi/document'

export function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  const target = name === undefined ? undefined : document.components.schemas[name]
  return target ? resolve(document, target) : schema
}

export const nameOf = (schema: JsonSchema): string => schema.title ?? 'object'

/** What a value may be, for people. */
export function typeName(document: OpenApiDocument, schema: JsonSchema): string {
  const target = resolve(document, schema)
  if ('const' in target) return JSON.stringify(target.const)
  if (target.enum) return target.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (target.anyOf) return [...new Set(target.anyOf.map((kind) => typeName(document, kind)))].join(' or ')
  if (target.items) return `list of ${typeName(document, target.items)}`
  if (target.properties) return nameOf(target)
  if (target.format === 'binary') return 'file'
  const type = [target.type ?? 'any'].flat().join(' or ')
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, format } = target
  if (maximum < Number.MAX_SAFE_INTEGER) return `${type} ${minimum} to ${maximum}`
  return format && format !== 'int64' ? `${type}, ${format}` : type
}

/** The kinds of object that a value may be or hold: one for most, several for a list of files and folders. */
export function objectsIn(document: OpenApiDocument, schema: JsonSchema): JsonSchema[] {
  const target = resolve(document, schema)
  if (target.items) return objectsIn(document, target.items)
  if (target.anyOf) return target.anyOf.flatMap((kind) => objectsIn(document, kind))
  return target.properties && Object.keys(target.properties).length > 0 ? [target] : []
}
