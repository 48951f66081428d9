import type { DocumentedOperation, JsonSchema, OpenApiDocument } from '@holdfast/api/openapi/document'
import { resolve } from './schema-words.ts'

export interface Place {
  method: string
  path: string
  op: DocumentedOperation
}

/** One thing that a caller gives, wherever it stands. */
export interface Field {
  name: string
  where: string
  required: boolean
  schema: JsonSchema
  description?: string
}

export const baseUrl = (document: OpenApiDocument): string => document.servers[0]?.url ?? ''

export const literal = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export function fieldsOf(
  document: OpenApiDocument,
  { parameters, requestBody }: DocumentedOperation,
): Field[] {
  const contents = Object.entries(requestBody?.content ?? {})
  const type = contents[0]?.[0]
  const schema = contents[0] && resolve(document, contents[0][1].schema)
  const where = contents.length === 1 && type === 'multipart/form-data' ? 'multipart' : 'body'
  return [
    ...parameters.map((parameter) => ({ ...parameter, where: parameter.in })),
    ...Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
      name,
      where,
      required: schema?.required?.includes(name) ?? false,
      schema: field,
    })),
  ]
}

/** The operation as a command for the shell, with what it needs and nothing else. */
export function curl(document: OpenApiDocument, { method, path, op }: Place): string {
  const fields = fieldsOf(document, op).filter((field) => field.where !== 'path')
  const required = fields.filter((field) => field.required)
  const isQuery = method === 'GET' || method === 'DELETE' || method === 'HEAD'
  const sends = Object.keys(op.requestBody?.content ?? {}).find((type) => type.includes('octet-stream'))
  // A change without any field would show nothing of how fields are given.
  const given = required.length > 0 || isQuery || sends ? required : fields.slice(0, 1)
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name))
  const inQuery = isQuery && given.some((field) => field.where === 'query')
  return [
    `curl${methodOption(method, given.length > 0)}${inQuery ? ' -G' : ''}${saves(op) ? ' -OJ' : ''} "${baseUrl(document)}${url}"`,
    ...(op.security ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...given.map((field) => curlField(document, field)),
    ...(sends && op.requestBody?.required
      ? [`-H "Content-Type: ${sends}"`, '--data-binary @report.pdf']
      : []),
  ].join(' \\\n  ')
}

function methodOption(method: string, hasFields: boolean): string {
  if (method === 'HEAD') return ' -I'
  // With fields, curl makes it a POST by itself.
  const isTold = method === 'POST' ? !hasFields : method !== 'GET'
  return isTold ? ` -X ${method}` : ''
}

const saves = (op: DocumentedOperation): boolean =>
  Object.keys(op.responses[200]?.content ?? {}).some((type) => /octet-stream|zip|csv/.test(type))

function curlField(document: OpenApiDocument, { name, schema, where }: Field): string {
  const target = resolve(document, schema)
  if (target.format === 'binary') return `-F "${name}=@report.pdf"`
  const known = target.default ?? target.const ?? target.enum?.[0]
  const value = known === undefined ? variable(name) : literal(known).replaceAll(/["\\$`]/g, '\\$&')
  if (where === 'header') return `-H "${name}: ${value}"`
  return where === 'multipart' ? `-F "${name}=${value}"` : `--data-urlencode "${name}=${value}"`
}

const variable = (name: string): string => `$${name.toUpperCase().replaceAll('-', '_')}`
