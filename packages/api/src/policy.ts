import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { DEFAULT_EXCLUDED_EXTENSIONS, DEFAULT_LOCKED_EXTENSIONS } from './extensions.ts'
import { IdOf, type OrganizationId } from './ids.ts'
import { NullableCount, NullableDateTime, NullableText } from './operation.ts'

const flag = () => Type.Boolean()
const count = () => Type.Integer({ minimum: 0 })
const nullableCount = () => Type.Union([count(), Type.Null()])
const nullableText = () => Type.Union([Type.String(), Type.Null()])

/** What becomes of a device that changes far more than usual. */
export const DEVICE_BRAKES = ['off', 'warn', 'pause'] as const
export type DeviceBrake = (typeof DEVICE_BRAKES)[number]

/** The fields of a policy that an organization keeps; the view adds what follows from them. */
export const PolicySettings = Type.Object({
  ad_enabled: flag(),
  admin_browse_files: flag(),
  admin_browse_remote: flag(),
  admin_create_users: flag(),
  api_ratelimit: nullableCount(),
  api_ratelimit_enabled: flag(),
  /** Ours. */
  application_sign_in_days: nullableCount(),
  backups_enabled: flag(),
  backups_purge_deleted: flag(),
  backups_purge_deleted_frequency: nullableCount(),
  backups_trim_revisions: flag(),
  backups_trim_revisions_frequency: nullableCount(),
  branding_enabled: flag(),
  /** Ours. */
  browser_sign_in_days: nullableCount(),
  change_password_frequency: nullableCount(),
  create_orgs_until: nullableText(),
  deactivate_token_frequency: nullableCount(),
  /** Ours. */
  device_brake: Type.Unsafe<DeviceBrake>({ type: 'string', enum: [...DEVICE_BRAKES] }),
  excluded_extensions: Type.String(),
  file_server_enabled: flag(),
  locked_extensions: Type.String(),
  /** In MB (1024 × 1024 bytes). */
  max_file_size: Type.Integer({ minimum: 0 }),
  monthly_cost_cents: nullableCount(),
  monthly_cost_currency: nullableText(),
  num_orgs_maximum: nullableCount(),
  num_users_maximum: nullableCount(),
  num_users_minimum: nullableCount(),
  psa_enabled: flag(),
  purge_deleted: flag(),
  purge_deleted_frequency: nullableCount(),
  require_mobile_lock: flag(),
  require_two_step_auth: flag(),
  secure_shares: flag(),
  service_plans_enabled: flag(),
  /** In bytes. */
  space_quota: Type.Integer({ minimum: 0 }),
  trial_length_days: count(),
  trim_revisions: flag(),
  trim_revisions_x: nullableCount(),
  user_bulk_resolve_warnings: flag(),
  user_create_backups: flag(),
  user_create_shares: flag(),
  /** Ours. */
  user_find_people: flag(),
  user_lock_files: flag(),
  user_overwrite_collisions: flag(),
  user_purge_deleted: flag(),
  user_rollback: flag(),
  user_trim_revisions: flag(),
  web_editor_enabled: flag(),
  web_preview_enabled: flag(),
  web_wopi_enabled: flag(),
  /** Ours. */
  webdav_account_password: flag(),
  webdav_enabled: flag(),
})
export type PolicySettings = Static<typeof PolicySettings>

const isNullable = (schema: TSchema): boolean => 'anyOf' in schema
const paramOf = (schema: TSchema): TSchema => {
  if (!isNullable(schema)) return Type.Optional(schema)
  const [first] = (schema as unknown as { anyOf: { type: string }[] }).anyOf
  return first?.type === 'integer' ? NullableCount() : NullableText(100)
}
type SettingParams = { [Name in keyof PolicySettings]: TOptional<TUnsafe<PolicySettings[Name]>> }

/** Every field of a policy as a parameter that can be given or left out. */
export const policyParams = {
  ...(Object.fromEntries(
    Object.entries(PolicySettings.properties).map(([name, schema]) => [name, paramOf(schema)]),
  ) as unknown as SettingParams),
  create_orgs_until: NullableDateTime(),
  excluded_extensions: NullableText(100_000),
  locked_extensions: NullableText(100_000),
}

export const Policy = Type.Object(
  {
    type: Type.Literal('policy'),
    company_id: IdOf<OrganizationId>(),
    ...PolicySettings.properties,
    space_quota_formatted: Type.String(),
  },
  { title: 'Policy' },
)
export type Policy = Static<typeof Policy>

/** What a new organization starts with (specification, Create an organization). */
export const DEFAULT_POLICY: PolicySettings = {
  ad_enabled: true,
  admin_browse_files: true,
  admin_browse_remote: true,
  admin_create_users: true,
  api_ratelimit: null,
  api_ratelimit_enabled: false,
  application_sign_in_days: null,
  backups_enabled: true,
  backups_purge_deleted: false,
  backups_purge_deleted_frequency: null,
  backups_trim_revisions: false,
  backups_trim_revisions_frequency: null,
  branding_enabled: true,
  browser_sign_in_days: 90,
  change_password_frequency: null,
  create_orgs_until: null,
  deactivate_token_frequency: 30,
  device_brake: 'warn',
  excluded_extensions: DEFAULT_EXCLUDED_EXTENSIONS,
  file_server_enabled: true,
  locked_extensions: DEFAULT_LOCKED_EXTENSIONS,
  max_file_size: 300,
  monthly_cost_cents: null,
  monthly_cost_currency: null,
  num_orgs_maximum: 10,
  num_users_maximum: null,
  num_users_minimum: null,
  psa_enabled: true,
  purge_deleted: false,
  purge_deleted_frequency: null,
  require_mobile_lock: false,
  require_two_step_auth: false,
  secure_shares: false,
  service_plans_enabled: false,
  space_quota: 2199023255552,
  trial_length_days: 30,
  trim_revisions: false,
  trim_revisions_x: null,
  user_bulk_resolve_warnings: false,
  user_create_backups: true,
  user_create_shares: true,
  user_find_people: true,
  user_lock_files: false,
  user_overwrite_collisions: false,
  user_purge_deleted: false,
  user_rollback: false,
  user_trim_revisions: false,
  web_editor_enabled: true,
  web_preview_enabled: true,
  web_wopi_enabled: true,
  webdav_account_password: true,
  webdav_enabled: true,
}

/**
 * The root organization belongs to the operator of the installation, often for one company: every permission is on, and
 * any file can be stored at once (ADR 0007).
 */
export const ROOT_POLICY: PolicySettings = {
  ...DEFAULT_POLICY,
  excluded_extensions: '',
  max_file_size: 100 * 1024,
  num_orgs_maximum: null,
  service_plans_enabled: true,
  user_bulk_resolve_warnings: true,
  user_lock_files: true,
  user_overwrite_collisions: true,
  user_purge_deleted: true,
  user_rollback: true,
  user_trim_revisions: true,
}
