import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Type } from 'typebox'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One operation of the API: the single description that the server validates and serializes by, the client
 * is typed by and the API document is made from.
 */
export interface Operation<Params extends TProperties = TProperties, Result extends TSchema = TSchema> {
  /** Unique, and the operationId of the API document. */
  name: string
  method: Method
  /** Parameters of the path stand in braces and are described in `params` like the others. */
  path: string
  /** Section of the specification, or the heading under which an extension of ours is listed. */
  area: string
  /** What it does, in a few words. */
  summary: string
  /** What a caller must know beyond that. */
  description?: string
  /** Everything a caller can give, wherever on the wire it stands: path, query, form, multipart or JSON. */
  params: TObject<Params>
  /** The body of the 200 answer; absent where the answer is bytes. */
  result?: Result
  /** The content type of an answer without `result` that is no file. */
  resultType?: string
  /** Codes beyond those any operation may answer. */
  errors?: readonly ErrorCode[]
  /** Operations need a bearer token unless they say otherwise: `link` asks for none with the hash of a public link. */
  auth?: 'none' | 'link'
  /** How many bytes its parameters may have, where they are more than a form's. */
  maxBytes?: number
  /** The parameter that is the body itself, as bytes; all others stand in the path or the query then. */
  rawBody?: keyof Params & string
  /** Not in the specification: an extension of Holdfast. */
  ours?: true
  /** Counts up, so that a list of them can keep the order of their file, which a module's exports do not. */
  order: number
}

export type AnyOperation = Omit<Operation<TProperties, TSchema>, 'rawBody'> & { rawBody?: string }
export type ParamsOf<Op extends AnyOperation> = Static<Op['params']>
export type ResultOf<Op extends AnyOperation> = Static<NonNullable<Op['result']>>

let described = 0

export const operation = <Params extends TProperties, Result extends TSchema>(
  description: Omit<Operation<Params, Result>, 'params' | 'order'> & { params?: Params },
): Operation<Params, Result> => ({
  ...description,
  order: described++,
  params: Type.Object(description.params ?? ({} as Params)),
})

/** Marks a parameter or a field that the specification does not have: an extension of Holdfast. */
export const EXTENSION = { 'x-extension': true } as const

/** A file sent as one multipart field. */
export interface Upload {
  name: string
  bytes: Blob
}
export const UploadField = () => Type.Unsafe<Upload>({ type: 'string', format: 'binary' })

/** Bytes sent as the body of the request. */
export const BytesField = () =>
  Type.Unsafe<Blob | Uint8Array<ArrayBuffer>>({ type: 'string', format: 'binary' })

/** The name of a file or folder; what may be in it is for the name rules to say, with an error code of their own. */
export const NameField = () => Type.String({ format: 'file-name' })

/** Parameters that can be unset again: an empty one counts as not given, so there is a word for it. */
export const NullableCount = () =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      nullable: true,
    }),
  )
export const NullableText = (maxLength: number) =>
  Type.Optional(Type.Unsafe<string | null>({ type: 'string', maxLength, nullable: true }))
export const NullableDateTime = () =>
  Type.Optional(Type.Unsafe<string | null>({ type: 'string', format: 'date-time', nullable: true }))

/** The names that stand in braces in an operation's path. */
export const pathParams = (op: AnyOperation): string[] =>
  [...op.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '')
