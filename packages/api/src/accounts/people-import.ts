import { type Static, Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'

const MIB = 1024 * 1024

/** The most that a list of persons may have. */
export const MAX_LIST_BYTES = 5 * MIB
export const MAX_LIST_ROWS = 10_000

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const PersonsImportRow = Type.Object({
  /** The line of the file at which the row begins; the header is on the first. */
  row: Type.Integer(),
  email: Type.String(),
  status: Type.Unsafe<'created' | 'would_create' | 'failed'>({
    type: 'string',
    enum: ['created', 'would_create', 'failed'],
  }),
  /** Whom the row is about: who was created, or who has the address in this organization already. */
  person_id: orNull(IdOf<PersonId>()),
  /** The column that is wrong; null where it is not one of them. */
  column: orNull(Type.String()),
  error: orNull(Type.Unsafe<ErrorCode>({ type: 'string' })),
  error_description: orNull(Type.String()),
  error_reason: orNull(Type.String()),
})
export type PersonsImportRow = Static<typeof PersonsImportRow>

export const PersonsImport = Type.Object(
  {
    type: Type.Literal('persons_import'),
    dry_run: Type.Boolean(),
    total: Type.Integer(),
    /** Of a dry run, how many would be. */
    created: Type.Integer(),
    failed: Type.Integer(),
    rows: Type.Array(PersonsImportRow),
  },
  { title: 'PersonsImport' },
)
export type PersonsImport = Static<typeof PersonsImport>

export const importPersons = operation({
  name: 'import_persons',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/persons/import',
  area: 'People',
  summary: 'Create accounts from a CSV list',
  description: 'Unless `dry_run` is false, nothing is created and the response shows what would happen.',
  ours: true,
  // Escapes make three bytes of one.
  maxBytes: 3 * MAX_LIST_BYTES + MIB,
  params: {
    organization_id: IdOf<OrganizationId>(),
    csv: Type.Optional(Type.String({ description: 'The list as text. The first line has the column names' })),
    file: Type.Optional(
      Type.String({ description: 'The list as a file in a multipart form, instead of `csv`' }),
    ),
    dry_run: Type.Boolean({ default: true, description: 'Check every row without creating anything' }),
  },
  result: PersonsImport,
  errors: ['invalid_request', 'no_file_received'],
})
