import { ERRORS, ErrorBody, type ErrorCode } from './errors.ts'
import { type AnyOperation, pathParams } from './operation.ts'

export interface JsonSchema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

export type Content = Record<string, { schema: JsonSchema }>

export interface DocumentedParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface DocumentedResponse {
  description: string
  content: Content
  /** On error answers: what `error` may hold with this status. */
  'x-error-codes'?: ErrorCode[]
}

export interface RequestBody {
  required: boolean
  content: Content
}

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  parameters: DocumentedParameter[]
  requestBody?: RequestBody
  responses: Record<string, DocumentedResponse>
  /** Empty where no token is needed; otherwise the document's own applies. */
  security?: []
  'x-extension'?: true
}

export type DocumentedMethod = 'get' | 'post' | 'put' | 'delete'

/** The part of OpenAPI 3.1 that this API needs. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Partial<Record<DocumentedMethod, DocumentedOperation>>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

type Share = (schema: JsonSchema) => JsonSchema

/** Fails on operations that cannot stand in one document: a clash of places, an undescribed path parameter. */
export function openApiDocument(
  operations: readonly AnyOperation[],
  info: { title: string; version: string; baseUrl: string },
): OpenApiDocument {
  const baseUrl = info.baseUrl.replace(/\/+$/, '')
  const { share, schemas } = sharedSchemas(
    operations.flatMap((op) => [plain(op.params), ...(op.result ? [plain(op.result)] : [])]),
  )
  schemas.ErrorBody = plain(ErrorBody)
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.map((op) => op.area))].map((name) => ({ name })),
    security: [{ bearer: [] }, { oauth2: ['full'] }],
    paths: pathsOf(operations, share),
    components: { schemas, securitySchemes: securitySchemes(baseUrl) },
  }
}

function pathsOf(operations: readonly AnyOperation[], share: Share): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  for (const op of operations) {
    paths[op.path] ??= {}
    const item = paths[op.path] ?? {}
    const method = op.method.toLowerCase() as DocumentedMethod
    if (item[method]) throw new Error(`Two operations at ${op.method} ${op.path}`)
    item[method] = documented(op, share)
  }
  return paths
}

function documented(op: AnyOperation, share: Share): DocumentedOperation {
  return {
    operationId: op.name,
    tags: [op.area],
    summary: op.summary,
    ...request(op, share),
    responses: { 200: success(op, share), ...failures(op) },
    ...(op.auth === 'none' && { security: [] as [] }),
    ...(op.ours && { 'x-extension': true as const }),
  }
}

function request(op: AnyOperation, share: Share): Pick<DocumentedOperation, 'parameters' | 'requestBody'> {
  const { properties = {}, required = [] } = plain(op.params)
  const inPath = pathParams(op)
  const parameter = (name: string, where: 'path' | 'query'): DocumentedParameter => {
    const schema = properties[name]
    if (!schema) throw new Error(`${op.name} does not describe its path parameter ${name}`)
    const description = schema.description
    return {
      name,
      in: where,
      required: where === 'path' || isRequired(name),
      ...(description !== undefined && { description }),
      schema: share(schema),
    }
  }
  // A default makes a parameter optional on the wire although the handler always sees a value.
  const isRequired = (name: string) => required.includes(name) && properties[name]?.default === undefined

  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameters = inPath.map((name) => parameter(name, 'path'))
  if (op.method === 'GET' || op.method === 'DELETE') {
    return { parameters: [...parameters, ...others.map((name) => parameter(name, 'query'))] }
  }
  if (others.length === 0) return { parameters }
  if (op.rawBody) return { parameters, requestBody: bytes(share(properties[op.rawBody] ?? {})) }
  const fields = Object.fromEntries(others.map((name) => [name, share(properties[name] ?? {})]))
  return { parameters, requestBody: body(fields, others.filter(isRequired)) }
}

const bytes = (schema: JsonSchema): RequestBody => ({
  required: true,
  content: { 'application/octet-stream': { schema } },
})

function body(fields: Record<string, JsonSchema>, required: string[]): RequestBody {
  const hasFile = Object.values(fields).some((field) => (field.items ?? field).format === 'binary')
  const types = hasFile
    ? ['multipart/form-data']
    : ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']
  const schema: JsonSchema = { type: 'object', properties: fields, ...(required.length > 0 && { required }) }
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
}

const success = (op: AnyOperation, share: Share): DocumentedResponse =>
  op.result
    ? { description: 'Success', content: { 'application/json': { schema: share(plain(op.result)) } } }
    : {
        description: 'The bytes',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      }

function failures(op: AnyOperation): Record<string, DocumentedResponse> {
  const common: ErrorCode[] = ['forbidden', 'not_found', 'unknown']
  if (op.auth !== 'none') common.unshift('access_denied')
  const codes = [...new Set([...(op.errors ?? []), ...common])]
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: `Error: ${group.map((code) => `\`${code}\``).join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
        'x-error-codes': group,
      },
    ]),
  )
}

const securitySchemes = (baseUrl: string) => ({
  bearer: { type: 'http', scheme: 'bearer' },
  oauth2: {
    type: 'oauth2',
    flows: {
      password: {
        tokenUrl: `${baseUrl}/oauth/token`,
        refreshUrl: `${baseUrl}/oauth/token`,
        scopes: { full: 'All that the account may do' },
      },
    },
  },
})

/** The schema as plain JSON: TypeBox marks its own with keys that begin with `~`. */
const plain = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('~') ? undefined : value)))

/**
 * Gives a function that replaces each titled schema that occurs more than once by a reference, and the
 * schemas it refers to. Schemas that differ under one title stay where they are.
 */
function sharedSchemas(all: JsonSchema[]): { share: Share; schemas: Record<string, JsonSchema> } {
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
      return { $ref: `#/components/schemas/${name}` }
    })
  return { share, schemas }
}

/** Component names allow neither spaces nor most signs: `File share link` becomes `FileShareLink`. */
function componentName({ title }: JsonSchema): string | undefined {
  // A schema of properties may have one called `title`, which is no text.
  if (typeof title !== 'string') return undefined
  return title.replaceAll(/[^\w.]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
}

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
