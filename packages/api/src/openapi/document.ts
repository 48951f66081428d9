import type { ErrorCode } from '../errors.ts'

export interface JsonSchema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  /** Not in the specification: an extension of Holdfast. */
  'x-extension'?: true
  [keyword: string]: unknown
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown } | { $ref: string }>
}
export type Content = Record<string, MediaType>

export interface DocumentedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface DocumentedResponse {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  /** Absent where the answer has no body. */
  content?: Content
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
  description?: string
  parameters: DocumentedParameter[]
  requestBody?: RequestBody
  responses: Record<string, DocumentedResponse>
  /** Empty where no token is needed, with an empty one among others where it may be left out. */
  security?: Record<string, string[]>[]
  'x-extension'?: true
}

export type DocumentedMethod = 'get' | 'post' | 'put' | 'delete' | 'head' | 'patch' | 'options'
export type Paths = Record<string, Partial<Record<DocumentedMethod, DocumentedOperation>>>

/** The part of OpenAPI 3.1 that this API needs. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  security: Record<string, string[]>[]
  paths: Paths
  components: {
    schemas: Record<string, JsonSchema>
    examples: Record<string, { value: unknown }>
    securitySchemes: Record<string, object>
  }
}
