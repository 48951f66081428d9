import { type Static, Type } from 'typebox'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { type AuthSourceId, type GroupId, IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { NullableCount, NullableText, operation } from '../operation.ts'
import {
  DIRECTORY_REASONS,
  type DirectoryReason,
  IMPORT_REASONS,
  type ImportReason,
} from './directory-reasons.ts'

/** A number of each outcome of an import. */
const outcomes = {
  created: Type.Integer(),
  updated: Type.Integer(),
  disabled: Type.Integer(),
  skipped: Type.Integer(),
  unchanged: Type.Integer(),
}
export const ImportCounts = Type.Object(outcomes)
export type ImportCounts = Static<typeof ImportCounts>

export const IMPORT_ACTIONS = ['create', 'update', 'disable', 'skip'] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]
const Action = Type.Unsafe<ImportAction>({ type: 'string', enum: IMPORT_ACTIONS })
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** How many rows of an import are shown; the counts cover all of them. */
export const IMPORT_ROWS = 100

/** Why a row is as it is, for programs; `reason` says it in a sentence. */
const ReasonCode = nullable(Type.Unsafe<ImportReason>({ type: 'string', enum: IMPORT_REASONS }))

const PersonRow = Type.Object({
  action: Action,
  person_id: nullable(IdOf<PersonId>()),
  email: Type.String(),
  name: Type.String(),
  reason: nullable(Type.String()),
  reason_code: ReasonCode,
})
const GroupRow = Type.Object({
  action: Action,
  group_id: nullable(IdOf<GroupId>()),
  name: Type.String(),
  reason: nullable(Type.String()),
  reason_code: ReasonCode,
})
export type ImportPersonRow = Static<typeof PersonRow>
export type ImportGroupRow = Static<typeof GroupRow>

export const ImportResult = Type.Object(
  {
    preview: Type.Boolean(),
    /** So many accounts or groups would be disabled that it is only done with `force`. */
    needs_force: Type.Boolean(),
    persons: Type.Object({ ...outcomes, rows: Type.Array(PersonRow) }),
    groups: Type.Object({ ...outcomes, rows: Type.Array(GroupRow) }),
  },
  { title: 'ImportResult' },
)
export type ImportResult = Static<typeof ImportResult>

export const IMPORT_STATES = ['ok', 'stopped', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const DirectoryReasonSchema = Type.Unsafe<DirectoryReason>({ type: 'string', enum: DIRECTORY_REASONS })

export const LastImport = Type.Object({
  status: Type.Unsafe<ImportState>({ type: 'string', enum: IMPORT_STATES }),
  finished: Type.String(),
  persons: nullable(ImportCounts),
  groups: nullable(ImportCounts),
  error: nullable(Type.String()),
  /** What was wrong with the directory server, or why nothing was done, for programs. */
  reason_code: nullable(DirectoryReasonSchema),
})

export const AuthSource = Type.Object(
  {
    type: Type.Literal('auth_source'),
    id: IdOf<AuthSourceId>(),
    port: Type.Integer(),
    protocol: Type.Integer(),
    machine_id: Type.Null(),
    host: Type.String(),
    domain: nullable(Type.String()),
    login: Type.String(),
    ssl: Type.Boolean(),
    nickname: nullable(Type.String()),
    company_id: IdOf<OrganizationId>(),
    start_tls: Type.Boolean(),
    ca_certificate: nullable(Type.String()),
    base_dn: Type.String(),
    user_filter: Type.String(),
    group_filter: Type.String(),
    id_attribute: nullable(Type.String()),
    mail_attribute: Type.String(),
    first_name_attribute: Type.String(),
    last_name_attribute: Type.String(),
    member_attribute: Type.String(),
    group_name_attribute: Type.String(),
    import_hours: nullable(Type.Integer()),
    last_import: nullable(LastImport),
    next_import: nullable(Type.String()),
  },
  { title: 'AuthSource' },
)
export type AuthSource = Static<typeof AuthSource>

const area = 'Directory servers'
const ofOrganization = { organization_id: IdOf<OrganizationId>() }
const one = { ...ofOrganization, auth_source_id: IdOf<AuthSourceId>() }
const attribute = () => Type.Optional(Type.String({ maxLength: 100 }))

/** What can be left out when one is made as well as when it is changed. */
const optional = {
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
  ssl: Type.Optional(Type.Boolean()),
  start_tls: Type.Optional(Type.Boolean()),
  ca_certificate: NullableText(20_000),
  domain: NullableText(255),
  nickname: NullableText(100),
  user_filter: Type.Optional(Type.String({ maxLength: 2000 })),
  group_filter: Type.Optional(Type.String({ maxLength: 2000 })),
  id_attribute: NullableText(100),
  mail_attribute: attribute(),
  first_name_attribute: attribute(),
  last_name_attribute: attribute(),
  member_attribute: attribute(),
  group_name_attribute: attribute(),
  import_hours: NullableCount(),
}
const needed = {
  host: Type.String({ maxLength: 255 }),
  login: Type.String({ maxLength: 1000 }),
  password: Type.String({ maxLength: 1000 }),
  base_dn: Type.String({ maxLength: 1000 }),
}

/** All that says how a directory server is reached and read. */
export const directorySettings = { ...needed, ...optional }

export const listAuthSources = operation({
  name: 'list_auth_sources',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/auth_sources',
  area: 'Organizations',
  summary: 'List the directory servers of an organization',
  params: { ...ofOrganization, ...offsetParams },
  result: offsetOf(AuthSource),
})

export const listAuthSourceNicknames = operation({
  name: 'list_auth_source_nicknames',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/auth_sources/nicknames',
  area: 'Organizations',
  summary: 'List the nicknames of the directory servers of an organization',
  description: 'Identify the organization by its ID, slug or host name.',
  params: { organization_id: Type.String({ maxLength: 255 }) },
  result: Type.Object({ results: Type.Array(Type.String()) }),
})

export const createAuthSource = operation({
  name: 'create_auth_source',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/auth_sources/create',
  area,
  summary: 'Connect a directory server',
  ours: true,
  params: { ...ofOrganization, ...needed, ...optional },
  result: AuthSource,
  errors: ['policy_error'],
})

export const getAuthSource = operation({
  name: 'get_auth_source',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/auth_source/{auth_source_id}',
  area,
  summary: 'Get a directory server',
  ours: true,
  params: one,
  result: AuthSource,
  errors: ['policy_error'],
})

export const updateAuthSource = operation({
  name: 'update_auth_source',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/auth_source/{auth_source_id}/update',
  area,
  summary: 'Update a directory server',
  description:
    'If you change the host, port, encryption or certificate, send the password again. Test settings with `test_auth_source_settings`.',
  ours: true,
  params: {
    ...one,
    host: Type.Optional(needed.host),
    login: Type.Optional(needed.login),
    password: Type.Optional(needed.password),
    base_dn: Type.Optional(needed.base_dn),
    ...optional,
  },
  result: AuthSource,
  errors: ['policy_error'],
})

export const deleteAuthSource = operation({
  name: 'delete_auth_source',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/auth_source/{auth_source_id}/delete',
  area,
  summary: 'Disconnect a directory server',
  description: 'Imported accounts and groups stay, but the accounts no longer have a password.',
  ours: true,
  params: one,
  result: StatusOk,
  errors: ['policy_error'],
})

export const testAuthSource = operation({
  name: 'test_auth_source',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/auth_source/{auth_source_id}/test',
  area,
  summary: 'Test the connection to a directory server',
  description: 'Counts the accounts and groups that an import would read.',
  ours: true,
  params: one,
  result: Type.Object({ status: Type.Literal('ok'), persons: Type.Integer(), groups: Type.Integer() }),
  errors: ['policy_error', 'temporarily_unavailable'],
})

export const importAuthSource = operation({
  name: 'import_auth_source',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/auth_source/{auth_source_id}/import',
  area,
  summary: 'Import accounts and groups from a directory server',
  ours: true,
  params: {
    ...one,
    preview: Type.Boolean({ default: true }),
    force: Type.Boolean({ default: false }),
  },
  result: ImportResult,
  errors: ['policy_error', 'temporarily_unavailable'],
})
