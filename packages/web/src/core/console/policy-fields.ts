import type { PolicyField } from '@holdfast/api/accounts/policies'
import { DEVICE_BRAKES } from '@holdfast/api/policy'

/** How a value is chosen. */
export type PolicyControl =
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  /** A whole number; `unit` is a word behind it. */
  | {
      kind: 'number'
      unit?: 'days' | 'perMinute'
      min: number
      max?: number
      optional: boolean
      unset?: number
    }
  /** `units` are so many of what the value counts. */
  | { kind: 'size'; units: readonly (readonly [unit: SizeUnit, of: number])[] }
  | { kind: 'endings' }
  | { kind: 'day' }
  | { kind: 'money' }
  | { kind: 'currency' }
export type SizeUnit = 'MB' | 'GB' | 'TB'

export const POLICY_SECTIONS = [
  'signIn',
  'sharing',
  'files',
  'devices',
  'web',
  'administrators',
  'limits',
  'billing',
] as const
export type PolicySection = (typeof POLICY_SECTIONS)[number]

/** A setting as the screen has it: a field, with another one that says more about it. */
export interface PolicySetting {
  section: PolicySection
  field: PolicyField
  control: PolicyControl
  /** Chosen beside it; of a switch, while that is on. */
  with?: { field: PolicyField; control: PolicyControl }
  /** What a change of it does beyond the setting itself. */
  danger?: 'everyone' | 'data'
}

const SWITCH: PolicyControl = { kind: 'switch' }
const days = (
  given: { min?: number; max?: number; optional?: boolean; unset?: number } = {},
): PolicyControl => ({
  kind: 'number',
  unit: 'days',
  min: 1,
  optional: false,
  ...given,
})
const number = (given: { min?: number; optional?: boolean; unit?: 'perMinute' } = {}): PolicyControl => ({
  kind: 'number',
  min: 0,
  optional: true,
  ...given,
})
/** Where the policy says that something is deleted, and not when. */
const KEPT_DAYS = 30
const GIB = 1024 ** 3

type Listed = Omit<PolicySetting, 'section'>
const on = (field: PolicyField, danger?: PolicySetting['danger']): Listed => ({
  field,
  control: SWITCH,
  ...(danger && { danger }),
})
const kept = (field: PolicyField, howLong: PolicyField): Listed => ({
  field,
  control: SWITCH,
  with: { field: howLong, control: days({ optional: true, unset: KEPT_DAYS }) },
  danger: 'data',
})
const of = (field: PolicyField, control: PolicyControl, danger?: PolicySetting['danger']): Listed => ({
  field,
  control,
  ...(danger && { danger }),
})

const BY_SECTION: Readonly<Record<PolicySection, readonly Listed[]>> = {
  signIn: [
    on('require_two_step_auth', 'everyone'),
    of('change_password_frequency', days({ optional: true }), 'everyone'),
    of('deactivate_token_frequency', days({ max: 365 })),
    of('browser_sign_in_days', days()),
    of('application_sign_in_days', days({ optional: true })),
    on('ad_enabled', 'everyone'),
    on('require_mobile_lock'),
  ],
  sharing: [on('secure_shares', 'everyone'), on('user_create_shares'), on('user_find_people')],
  files: [
    kept('purge_deleted', 'purge_deleted_frequency'),
    kept('trim_revisions', 'trim_revisions_x'),
    on('user_purge_deleted', 'everyone'),
    on('user_trim_revisions', 'everyone'),
    on('user_rollback'),
    on('user_lock_files'),
    on('user_overwrite_collisions', 'everyone'),
    on('user_bulk_resolve_warnings'),
    of('excluded_extensions', { kind: 'endings' }, 'everyone'),
    of('locked_extensions', { kind: 'endings' }),
  ],
  devices: [
    of('device_brake', { kind: 'choice', options: DEVICE_BRAKES }, 'everyone'),
    on('file_server_enabled', 'everyone'),
    on('backups_enabled', 'everyone'),
    on('user_create_backups'),
    kept('backups_purge_deleted', 'backups_purge_deleted_frequency'),
    kept('backups_trim_revisions', 'backups_trim_revisions_frequency'),
    on('webdav_enabled', 'everyone'),
    on('webdav_account_password', 'everyone'),
  ],
  web: [on('web_preview_enabled'), on('web_editor_enabled'), on('web_wopi_enabled'), on('branding_enabled')],
  administrators: [
    on('admin_browse_files', 'everyone'),
    on('admin_browse_remote'),
    on('admin_create_users', 'everyone'),
  ],
  limits: [
    of(
      'space_quota',
      {
        kind: 'size',
        units: [
          ['GB', GIB],
          ['TB', 1024 * GIB],
        ],
      },
      'everyone',
    ),
    of('num_users_maximum', number()),
    of(
      'max_file_size',
      {
        kind: 'size',
        units: [
          ['MB', 1],
          ['GB', 1024],
        ],
      },
      'everyone',
    ),
    of('num_orgs_maximum', number()),
    of('create_orgs_until', { kind: 'day' }),
    of('trial_length_days', days()),
    {
      ...on('api_ratelimit_enabled', 'everyone'),
      with: { field: 'api_ratelimit', control: number({ unit: 'perMinute' }) },
    },
  ],
  billing: [
    {
      ...of('monthly_cost_cents', { kind: 'money' }),
      with: { field: 'monthly_cost_currency', control: { kind: 'currency' } },
    },
    of('num_users_minimum', number()),
    on('service_plans_enabled'),
    on('psa_enabled'),
  ],
}

/** Every field of a policy, in the order in which they are shown. */
export const POLICY_SETTINGS: readonly PolicySetting[] = POLICY_SECTIONS.flatMap((section) =>
  BY_SECTION[section].map((one) => ({ ...one, section })),
)

export const fieldsOf = (setting: PolicySetting): PolicyField[] => [
  setting.field,
  ...(setting.with ? [setting.with.field] : []),
]

const CONTROLS: ReadonlyMap<PolicyField, PolicyControl> = new Map(
  POLICY_SETTINGS.flatMap(({ field, control, with: more }): [PolicyField, PolicyControl][] => [
    [field, control],
    ...(more ? [[more.field, more.control] as [PolicyField, PolicyControl]] : []),
  ]),
)
export const controlOf = (field: PolicyField): PolicyControl => CONTROLS.get(field) ?? SWITCH
