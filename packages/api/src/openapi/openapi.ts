import { ErrorBody } from '../errors.ts'
import { type AnyOperation, pathParams } from '../operation.ts'
import { trimEndOf } from '../trim.ts'
import { DOCUMENTED_AREAS } from './areas.ts'
import type {
  DocumentedMethod,
  DocumentedOperation,
  DocumentedParameter,
  DocumentedResponse,
  JsonSchema,
  OpenApiDocument,
  Paths,
  RequestBody,
} from './document.ts'
import { exampleOf } from './examples.ts'
import { errorExamples, failures } from './failures.ts'
import { inOneWord, plain, refTo, type Share, sharedSchemas } from './schemas.ts'

const TOKEN = [{ bearer: [] }, { oauth2: ['full'] }]

/**
 * Describes the operations, and what is no operation by its own description. Fails on operations that cannot stand in
 * one document: a clash of places, an undescribed path parameter.
 */
export function openApiDocument(
  operations: readonly AnyOperation[],
  info: { title: string; version: string; baseUrl: string },
  others: Paths = {},
): OpenApiDocument {
  const baseUrl = trimEndOf(info.baseUrl, '/')
  const { share, schemas } = sharedSchemas(
    operations.flatMap((op) => [plain(op.params), ...(op.result ? [plain(op.result)] : [])]),
  )
  schemas.ErrorBody = plain(ErrorBody)
  const paths = pathsOf(operations, { share, schemas })
  for (const [path, item] of Object.entries(others)) paths[path] = { ...paths[path], ...item }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: INTRODUCTION,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: baseUrl }],
    tags: areasOf(paths),
    security: TOKEN,
    paths,
    components: { schemas, examples: errorExamples(paths), securitySchemes: securitySchemes(baseUrl) },
  }
}

const INTRODUCTION =
  'Store, sync and share files for organizations. Send parameters in the query for GET and DELETE, and as a form, multipart or JSON for POST and PUT. Times are in UTC, as `YYYY-MM-DDTHH:MM:SS`.'

/** Known areas in the order of the document, then others in that of the paths. */
function areasOf(paths: Paths): OpenApiDocument['tags'] {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap((op) => op.tags)))
  const known = Object.keys(DOCUMENTED_AREAS).filter((name) => used.has(name))
  return [...new Set([...known, ...used])].map((name) => ({
    name,
    description: DOCUMENTED_AREAS[name] ?? name,
  }))
}

interface Shared {
  share: Share
  schemas: Record<string, JsonSchema>
}

function pathsOf(operations: readonly AnyOperation[], shared: Shared): Paths {
  const paths: Paths = {}
  for (const op of operations) {
    paths[op.path] ??= {}
    const item = paths[op.path] ?? {}
    const method = op.method.toLowerCase() as DocumentedMethod
    if (item[method]) throw new Error(`Two operations at ${op.method} ${op.path}`)
    item[method] = documented(op, shared)
  }
  return paths
}

function documented(op: AnyOperation, shared: Shared): DocumentedOperation {
  const security = { none: [], link: [{}, ...TOKEN] }
  return {
    operationId: op.name,
    tags: [op.area],
    summary: op.summary,
    ...(op.description !== undefined && { description: op.description }),
    ...request(op, shared),
    responses: { ...successes(op, shared.share), ...failures(op.errors ?? [], op.auth === 'none') },
    ...(op.auth && { security: security[op.auth] }),
    ...(op.ours && { 'x-extension': true as const }),
  }
}

function request(
  op: AnyOperation,
  { share, schemas }: Shared,
): Pick<DocumentedOperation, 'parameters' | 'requestBody'> {
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
  const needed = others.filter(isRequired)
  const name = `${inOneWord(op.name)}Body`
  schemas[name] = { type: 'object', properties: fields, ...(needed.length > 0 && { required: needed }) }
  return { parameters, requestBody: body(name, schemas[name]) }
}

const bytes = (schema: JsonSchema): RequestBody => ({
  required: true,
  content: { 'application/octet-stream': { schema } },
})

function body(name: string, { properties = {}, required }: JsonSchema): RequestBody {
  const hasFile = Object.values(properties).some((field) => (field.items ?? field).format === 'binary')
  const types = hasFile
    ? ['multipart/form-data']
    : ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']
  return {
    required: required !== undefined,
    content: Object.fromEntries(types.map((type) => [type, { schema: refTo(name) }])),
  }
}

function successes(op: AnyOperation, share: Share): Record<string, DocumentedResponse> {
  if (op.result) {
    const schema = plain(op.result)
    const content = { 'application/json': { schema: share(schema), example: exampleOf(schema, op.name) } }
    return {
      200: { description: 'Success', content },
      ...('hash' in op.params.properties && { 304: { description: 'Nothing has changed since `hash`' } }),
    }
  }
  const content = { [op.resultType ?? 'application/octet-stream']: { schema: BYTES } }
  return { 200: { description: op.resultType ? 'Success' : 'The bytes', content } }
}

const BYTES = { type: 'string', format: 'binary' }

function securitySchemes(baseUrl: string) {
  const tokens = {
    tokenUrl: `${baseUrl}/oauth/token`,
    refreshUrl: `${baseUrl}/oauth/token`,
    scopes: { full: 'Everything that the account can do' },
  }
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'Any access token' },
    oauth2: {
      type: 'oauth2',
      description: 'For applications registered in the organization. PKCE (S256) is supported',
      flows: {
        authorizationCode: { authorizationUrl: `${baseUrl}/oauth/authorize`, ...tokens },
        password: tokens,
      },
    },
  }
}
