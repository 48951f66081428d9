import { ACTIVITY_TYPES } from '../../src/records/activity/types.ts'
import { pngOf } from '../content/png.ts'
import { PASSWORD } from '../servers/world.ts'
import {
  type Caller,
  chunkNamed,
  type Ids,
  isAtOrAbove,
  MARK,
  type Place,
  type Spare,
  SYSTEM_ADMINISTRATOR,
} from './cast.ts'

/** Whether a caller may do it to what belongs to a place. */
export type Rule = (caller: Caller, place: Place) => boolean

const administrator: Rule = ({ kind, place }, target) =>
  kind === 'administrator' && isAtOrAbove(place, target)
const administratorAbove: Rule = (caller, target) => administrator(caller, target) && caller.place !== target
const self: Rule = ({ kind, place, owner }, target) => kind === 'person' && owner && place === target
const administratorOrSelf: Rule = (caller, target) => administrator(caller, target) || self(caller, target)
const administratorOrMember: Rule = (caller, target) =>
  administrator(caller, target) || (caller.kind !== 'guest' && caller.place === target)
const administratorOrGuestItself: Rule = (caller, target) =>
  administrator(caller, target) || (caller.kind === 'guest' && caller.place === target)
/** It takes a device. */
const nobody: Rule = () => false
const anyAdministrator: Rule = ({ kind }) => kind === 'administrator'
const anyPerson: Rule = ({ kind }) => kind !== 'guest'

export interface Case {
  rule: Rule
  /** The body, where that is bytes. */
  body?: (ids: Ids) => string | Uint8Array<ArrayBuffer>
  /** The last part of its address names what it makes, or is a number that all have: there is none that is missing. */
  makes?: true
  /** What must be given beside the ids; the number is another one each time. */
  given?: (n: number) => Record<string, string>
  /** What success uses up, so that each success gets one of its own. */
  uses?: Spare
  /** Parameters that stand for something else than their names say. */
  ids?: Record<string, string>
  /** Guests are heard like persons; elsewhere they are refused before anything is looked up. */
  hearsGuests?: true
  /** The answer to those who may not. */
  refusal?: 'not_found'
  /** Only few at once are for one person or organization, so they are asked one after another. */
  oneByOne?: true
  /** The answer to those who may, where it is not 200. */
  success?: number
}

const named = (n: number) => ({ name: `${MARK} new ${n}` })
const account = (n: number) => ({
  email: `${MARK}-new-${n}@example.test`,
  first_name: MARK,
  last_name: MARK,
  generate_password: 'true',
})

/** The one kind of record that clients write, where they can. */
const { noted } = ACTIVITY_TYPES as Partial<Record<string, { id: number }>>
const note = (rule: Rule, role: 'actor' | 'acted_on', type: string): Case => ({
  rule,
  given: () => ({ activity_type_id: String(noted?.id), [`${role}_type`]: type, data_text: MARK }),
  ids: { [`${role}_id`]: `${type}_id` },
})

const ORGANIZATIONS: Record<string, Case | Case[]> = {
  get_organization: { rule: administratorOrMember },
  get_organization_may: { rule: administrator },
  get_organization_tree: { rule: administrator },
  table_persons: { rule: administrator },
  table_guests: { rule: administrator },
  table_groups: { rule: administrator },
  table_machines: { rule: administrator },
  table_shares: { rule: administrator },
  table_sharelinks: { rule: administrator, given: () => ({ public: 'true', q: 'a' }) },
  find_administered: { rule: anyAdministrator, given: () => ({ q: 'nobody' }) },
  find_people: { rule: administratorOrMember, given: () => ({ q: 'nobody' }) },
  get_organization_brand: { rule: administratorOrMember },
  set_organization_brand: { rule: administrator, given: () => ({ color: '#336699' }) },
  set_organization_logo: { rule: administrator, body: () => pngOf(4, 2, [160, 20, 60, 255]) },
  delete_organization_logo: { rule: administrator },
  create_organization: {
    rule: administrator,
    given: (n) => ({ ...named(n), slug: `${MARK}-new-${n}`, email: 'office@example.test' }),
  },
  update_organization: [
    { rule: administrator, given: () => ({ description: MARK }) },
    { rule: administratorAbove, given: (n) => ({ plan_id: String(n) }) },
    { rule: administratorAbove, given: () => ({ trial_until: '2036-01-01T00:00:00' }) },
    { rule: administratorAbove, given: () => ({ active: 'false' }), uses: 'organization' },
  ],
  update_organization_policy: [
    { rule: administrator, given: (n) => ({ deactivate_token_frequency: String(30 + n) }) },
    { rule: administratorAbove, given: (n) => ({ max_file_size: String(300 + n) }) },
  ],
  explain_policy: { rule: administrator },
  plan_policy: [
    { rule: administrator, given: () => ({ secure_shares: 'true', purge_deleted: 'true' }) },
    { rule: administratorAbove, given: (n) => ({ max_file_size: String(300 + n) }) },
  ],
  list_policy_changes: { rule: administrator },
  undo_policy: { rule: administrator, ids: { activity_id: 'policy_activity_id' } },
  set_organization_license: {
    rule: administratorAbove,
    given: (n) => ({ license_key: `${MARK}-new-${n}` }),
    uses: 'organization',
  },
  disable_organization: { rule: administratorAbove, uses: 'organization' },
  enable_organization: { rule: administratorAbove, uses: 'organization' },
  delete_organization: { rule: administratorAbove, uses: 'organization' },
  close_organization: {
    rule: administratorAbove,
    given: () => ({ delete_on: '2026-03-01' }),
    ids: { name: 'organization_name' },
    uses: 'organization',
  },
  get_customer_setup: { rule: administratorAbove },
  update_customer_setup: {
    rule: administratorAbove,
    given: (n) => ({ step: 'share', state: 'open', value: `${MARK} ${n}` }),
  },
  get_closing: { rule: administrator, ids: { organization_id: 'closing_organization_id' } },
  cancel_closing: { rule: administratorAbove, uses: 'closing' },
  get_organization_deletion: { rule: administrator, ids: { organization_id: 'deleted_organization_id' } },
  list_child_organizations: { rule: administrator },
  list_organization_roots: { rule: administrator },
  get_organization_root: { rule: administrator },
  list_organization_shares: { rule: administrator },
  list_organization_machines: { rule: administrator },
  list_organization_persons: { rule: administrator },
  list_organization_guests: { rule: administrator },
  list_organization_groups: { rule: administrator },
  list_alerts: { rule: administrator },
  list_alert_rules: { rule: administrator },
  create_alert_rule: { rule: administrator, given: () => ({ kind: 'space_quota', dry_run: 'true' }) },
  update_alert_rule: { rule: administrator, given: (n) => ({ quiet_minutes: String(n % 10_000) }) },
  delete_alert_rule: { rule: administrator, uses: 'alert_rule' },
  test_alert_rule: { rule: administrator, uses: 'alert_rule' },
  list_alert_deliveries: { rule: administrator },
  resend_alert_delivery: { rule: administrator },
  get_installation_backup: { rule: ({ kind, place }) => kind === 'administrator' && place === 'root' },
  get_installation_retention: { rule: ({ kind, place }) => kind === 'administrator' && place === 'root' },
  resume_installation_retention: { rule: ({ kind, place }) => kind === 'administrator' && place === 'root' },
  get_setup: { rule: ({ kind, place }) => kind === 'administrator' && place === 'root' },
  update_setup: {
    rule: ({ kind, place }) => kind === 'administrator' && place === 'root',
    given: () => ({ step: 'email', state: 'done' }),
  },
  test_mail: {
    rule: ({ kind, place }) => kind === 'administrator' && place === 'root',
    given: () => ({ to: 'office@example.test' }),
  },
  list_organization_activity: { rule: administrator },
  table_activity: { rule: administrator, given: () => ({ kind: 'files', from: '2020-01-01T00:00:00' }) },
  export_activity: { rule: administrator },
  get_activity_verified: { rule: administrator },
  verify_organization_activity: { rule: administrator },
  list_organization_actors: { rule: administrator, given: () => ({ since: '2020-01-01T00:00:00' }) },
  get_organization_usage: { rule: administrator },
  export_usage: { rule: administrator },
  get_usage_month: { rule: administrator },
  begin_export: { rule: administrator },
  list_exports: { rule: administrator },
  get_export: { rule: administrator },
  // An organization has one export under way: what one begins, another would cancel.
  cancel_export: { rule: administrator, uses: 'export', oneByOne: true },
  download_export_part: { rule: administrator, makes: true },
  get_organization_summary: { rule: administrator },
  get_usage_history: { rule: administrator },
  table_organizations: { rule: administrator },
  list_applications: { rule: administrator },
  create_application: { rule: administrator, given: (n) => ({ ...named(n), grant_types: 'password' }) },
  get_application: { rule: administrator },
  update_application: { rule: administrator, given: named },
  rotate_application_secret: { rule: administrator, uses: 'application' },
  delete_application: { rule: administrator, uses: 'application' },
}

const systemAdministrator: Rule = ({ name }) => name === SYSTEM_ADMINISTRATOR
const onJob = { ids: { job_id: 'system_job_id' }, uses: 'system_job' } as const
/** What concerns the installation is for nobody else, wherever they are. */
const SYSTEM: Record<string, Case | Case[]> = {
  get_system_status: { rule: systemAdministrator },
  list_system_servers: { rule: systemAdministrator },
  list_system_jobs: { rule: systemAdministrator, given: () => ({ state: 'given_up' }) },
  retry_system_job: { rule: systemAdministrator, ...onJob },
  drop_system_job: { rule: systemAdministrator, ...onJob },
  // There is no place for backups.
  start_system_backup: { rule: systemAdministrator, success: 400 },
  verify_system: { rule: systemAdministrator },
  list_damaged_content: { rule: systemAdministrator },
  set_log_level: { rule: systemAdministrator, given: () => ({ level: 'info', minutes: '0' }) },
  list_log_lines: { rule: systemAdministrator },
}

const onShare = { ids: { root_id: 'share_root_id' } }
/** Nobody takes part in these. What those may do who do is tested role by role. */
const SHARES: Record<string, Case | Case[]> = {
  create_share: { rule: administratorOrMember, given: named },
  get_share: { rule: administrator, ...onShare },
  // It names the organization that the share is in: moving it elsewhere has tests of its own.
  update_share: { rule: administrator, ...onShare, given: named },
  get_share_subscribers: { rule: administrator, ...onShare, given: () => ({ include_from_group: 'true' }) },
  update_share_subscribers: { rule: administrator, ...onShare, given: () => ({ subscribers: '[]' }) },
  delete_share: { rule: administrator, ...onShare, uses: 'share' },
  list_starred: { rule: self },
  star_item: { rule: self, ids: { item_id: 'file_id' } },
  unstar_item: { rule: self, ids: { item_id: 'file_id' }, uses: 'star' },
  get_web_settings: { rule: self },
  set_web_settings: { rule: self, given: (n) => ({ settings: `{"n":${n}}` }) },
  list_invitations: { rule: administratorOrSelf },
  list_person_shares: { rule: administratorOrSelf },
  list_recent_recipients: { rule: self },
  accept_invitation: { rule: self, ids: { root_id: 'inviting_root_id' } },
  decline_invitation: { rule: self, ids: { root_id: 'inviting_root_id' } },
}

const DIRECTORIES: Record<string, Case | Case[]> = {
  list_auth_sources: { rule: administrator },
  list_auth_source_nicknames: { rule: anyPerson },
  create_auth_source: {
    rule: administrator,
    given: () => ({ host: 'ldap.invalid', login: 'cn=reader', password: MARK, base_dn: 'dc=invalid' }),
    oneByOne: true,
  },
  get_auth_source: { rule: administrator },
  update_auth_source: { rule: administrator, given: (n) => ({ nickname: `${MARK} new ${n}` }) },
  delete_auth_source: { rule: administrator, uses: 'auth_source' },
  test_auth_source_settings: { rule: administrator, given: () => ({ host: 'ldap.invalid' }), oneByOne: true },
  // No such server: that it was asked for is enough.
  test_auth_source: { rule: administrator, success: 503 },
  import_auth_source: { rule: administrator, success: 503 },
}

const toColleague = { ids: { to_person_id: 'colleague_id' }, given: () => ({ to_person_id: '1' }) }
const ACCOUNTS: Record<string, Case | Case[]> = {
  get_person: { rule: administratorOrSelf },
  create_person: [
    { rule: administrator, given: account },
    { rule: administrator, given: (n) => ({ ...account(n), site_admin: 'true' }) },
  ],
  import_persons: {
    rule: administrator,
    given: (n) => ({ csv: `email,first_name,last_name\n${MARK}-new-${n}@example.test,${MARK},${MARK}\n` }),
  },
  update_person: [
    { rule: administratorOrSelf, given: (n) => ({ first_name: `${MARK} ${n}` }) },
    { rule: administrator, given: (n) => ({ space_quota: String(10_000_000 + n) }) },
    { rule: administrator, given: () => ({ site_admin: 'true' }), uses: 'person' },
    { rule: administrator, given: () => ({ active: 'false' }), uses: 'person' },
    { rule: administrator, given: (n) => ({ email: `${MARK}-new-${n}@example.test` }), uses: 'person' },
    { rule: administrator, given: () => ({ generate_password: 'true' }), uses: 'person' },
    { rule: administrator, given: () => ({ pw_force_reset: 'true' }), uses: 'person' },
  ],
  verify_email: { rule: administratorOrSelf },
  delete_person: { rule: administrator, uses: 'person' },
  create_person_root: { rule: administrator },
  plan_persons_bulk: { rule: administrator, given: () => ({ action: 'enable' }) },
  apply_persons_bulk: { rule: administrator, given: () => ({ action: 'enable', ids: '1' }) },
  plan_guests_bulk: { rule: administrator, given: () => ({ action: 'delete' }) },
  apply_guests_bulk: { rule: administrator, given: () => ({ action: 'delete', ids: '999999999' }) },
  hand_over_files: [
    { rule: administrator, uses: 'person', ...toColleague },
    { rule: administrator, ...toColleague, given: () => ({ to_person_id: '1', dry_run: 'true' }) },
  ],
  undo_hand_over: { rule: administrator, uses: 'handed_over' },
  list_app_passwords: { rule: administratorOrSelf },
  create_app_password: { rule: self, given: (n) => ({ ...named(n), current_password: PASSWORD }) },
  end_app_password: { rule: administratorOrSelf, uses: 'app_password' },
  reset_two_step: { rule: administrator, uses: 'person' },
  unlock_person: { rule: administrator, uses: 'person' },
  list_person_activity: { rule: administratorOrSelf },
  list_muted_notices: { rule: administratorOrSelf },
  delete_muted_notice: { rule: administratorOrSelf, uses: 'mute' },
  end_session: { rule: self, refusal: 'not_found', uses: 'session' },
  get_guest: { rule: administratorOrGuestItself, hearsGuests: true },
  create_guest: { rule: administrator, given: account },
  update_guest: [
    {
      rule: administratorOrGuestItself,
      hearsGuests: true,
      given: (n) => ({ first_name: `${MARK} ${n}` }),
    },
    {
      rule: administrator,
      hearsGuests: true,
      given: (n) => ({ email: `${MARK}-new-${n}@example.test` }),
      uses: 'guest',
    },
  ],
  delete_guest: { rule: administrator, uses: 'guest' },
  convert_guest: { rule: administrator, uses: 'guest' },
  create_group: { rule: administrator, given: named },
  get_group: { rule: administrator },
  update_group: { rule: administrator, given: named },
  get_group_members: { rule: administrator },
  update_group_members: { rule: administrator, given: () => ({ members: '[]' }) },
  delete_group: { rule: administrator, uses: 'group' },
  get_activity: { rule: administratorOrSelf },
  list_activity_types: { rule: anyPerson },
  create_activity: [
    { rule: anyPerson, given: () => ({ activity_type_id: String(noted?.id) }) },
    note(administratorOrSelf, 'actor', 'person'),
    note(administrator, 'actor', 'guest'),
    note(administratorOrSelf, 'acted_on', 'person'),
    note(administrator, 'acted_on', 'guest'),
    note(administrator, 'acted_on', 'group'),
    note(administratorOrSelf, 'acted_on', 'machine'),
    note(administratorOrMember, 'acted_on', 'organization'),
    note(administratorOrSelf, 'acted_on', 'root'),
  ],
}

const someChunk = (n: number) => ({ sha256: n.toString(16).padStart(64, '0'), size: 1 })

const onMany = (action: string) => ({
  ids: { file_ids: 'file_id' },
  given: () => ({ action, file_ids: '1' }),
})

/** Administrators look, as the policy has it unless changed; only the owner changes anything. */
const FILES: Record<string, Case | Case[]> = {
  get_root: { rule: administratorOrSelf },
  list_root_children: { rule: administratorOrSelf },
  upload_to_root: { rule: self },
  create_folder_in_root: { rule: self, given: named },
  list_changes: { rule: administratorOrSelf },
  list_deleted: { rule: administratorOrSelf },
  get_snapshot: { rule: administratorOrSelf },
  // Of an epoch that never was, which is said to those who may write.
  apply_batch: { rule: self, body: () => '\0\0\0\x16{"epoch":"x","ops":[]}', success: 409 },
  get_entries: { rule: administratorOrSelf, ids: { ids: 'file_id' }, given: () => ({ ids: '1' }) },
  // Of a file that is not there, which is said of it alone.
  get_contents: { rule: administratorOrSelf, given: () => ({ files: '[{"id":1,"revision":1}]' }) },
  apply_bulk: [
    { rule: self, uses: 'file', ...onMany('delete') },
    { rule: self, ...onMany('restore') },
    { rule: self, uses: 'file', ...onMany('move') },
    { rule: self, ...onMany('copy'), given: () => ({ ...onMany('copy').given(), on_conflict: 'rename' }) },
    { rule: self, uses: 'file', ...onMany('lock') },
    { rule: administratorOrSelf, uses: 'file', ...onMany('unlock') },
    { rule: administrator, uses: 'deleted_file', ...onMany('purge') },
  ],
  get_folder: { rule: administratorOrSelf },
  list_folder_children: { rule: administratorOrSelf },
  find_position: { rule: administratorOrSelf, given: () => ({ name: MARK }) },
  check_names: { rule: self, given: (n) => ({ names: JSON.stringify([`${MARK} ${n}`]) }) },
  ensure_folders: { rule: self, given: (n) => ({ paths: JSON.stringify([`${MARK} ${n}/inner`]) }) },
  upload_to_folder: { rule: self },
  create_folder_in_folder: { rule: self, given: named },
  download_root: { rule: administratorOrSelf, oneByOne: true },
  download_folder: { rule: administratorOrSelf, oneByOne: true },
  order_zip: { rule: administratorOrSelf },
  download_zip: { rule: self, uses: 'zip', refusal: 'not_found', oneByOne: true },
  delete_folder: { rule: self, uses: 'folder' },
  rename_folder: { rule: self, uses: 'folder', given: named },
  move_folder: [
    { rule: self, uses: 'folder' },
    { rule: self, uses: 'folder', ids: { to_root_id: 'root_id' } },
  ],
  get_file: { rule: administratorOrSelf },
  download_file: { rule: administratorOrSelf },
  view_file: { rule: administratorOrSelf },
  // The files of these tests are no pictures: those who may see one learn that there is none.
  get_thumbnail: { rule: administratorOrSelf, success: 404 },
  delete_file: { rule: self, uses: 'file' },
  rename_file: { rule: self, uses: 'file', given: named },
  move_file: [
    { rule: self, uses: 'file' },
    { rule: self, uses: 'file', ids: { to_root_id: 'root_id' } },
  ],
  restore_file: { rule: self },
  restore_folder: { rule: self },
  copy_file: { rule: self, given: named },
  copy_folder: { rule: self, given: named },
  lock_file: { rule: self, uses: 'file' },
  unlock_file: { rule: administratorOrSelf, uses: 'file' },
  lock_folder: { rule: self, uses: 'folder' },
  unlock_folder: { rule: administratorOrSelf, uses: 'folder' },
  // Others would meet the lock.
  lock_root: { rule: self, oneByOne: true },
  unlock_root: { rule: administratorOrSelf, oneByOne: true },
  list_file_revisions: { rule: administratorOrSelf },
  get_revision: { rule: administratorOrSelf },
  download_revision: { rule: administratorOrSelf },
  view_revision: { rule: administratorOrSelf },
  upload_revision: { rule: self, uses: 'file' },
  restore_revision: { rule: self },
  // Those who look after an organization may clean up; others only where its policy says so, which it does not by itself.
  purge_file: { rule: administrator, uses: 'deleted_file' },
  purge_folder: { rule: administrator, uses: 'deleted_folder' },
  trim_revisions: { rule: administrator, uses: 'old_revision', given: () => ({ keep: '1' }) },
  delete_revision: { rule: administrator, uses: 'old_revision' },
  find_missing_chunks: { rule: self, given: (n) => ({ chunks: JSON.stringify([someChunk(n)]) }) },
  put_chunk: { rule: self, makes: true, body: ({ sha256 }) => chunkNamed(sha256) },
  // Of a chunk that has another hash, which is said of it alone.
  put_chunks: { rule: self, body: () => '\0\0\0\x19[{"sha256":"x","size":1}]x' },
  get_chunk: { rule: administratorOrSelf },
  list_revision_chunks: { rule: administratorOrSelf },
  commit_chunks: [
    { rule: self, given: (n) => ({ folder_id: '0', name: `${MARK} new ${n}`, chunks: '[]', size: '0' }) },
    {
      rule: self,
      uses: 'file',
      ids: { file_id: 'file_id' },
      given: () => ({ chunks: '[]', size: '0' }),
    },
  ],
  list_history: { rule: administratorOrSelf },
  compare_states: { rule: administratorOrSelf },
  // Of a file: more than one is for the policy to allow.
  restore_state: { rule: self, given: () => ({ as_of: '1' }), ids: { file_id: 'file_id' } },
  get_timeline: { rule: administratorOrSelf },
  list_root_actors: { rule: administratorOrSelf },
  undo_changes: { rule: self, given: () => ({ from_seq: '1', to_seq: '1', dry_run: 'true' }) },
  get_root_reach: { rule: administratorOrSelf },
  get_file_reach: { rule: administratorOrSelf },
  list_file_sharelinks: { rule: administratorOrSelf },
  list_folder_sharelinks: { rule: administratorOrSelf },
  get_folder_reach: { rule: administratorOrSelf },
  get_file_safety: { rule: administratorOrSelf },
  get_folder_safety: { rule: administratorOrSelf },
  search_root: { rule: administratorOrSelf, given: () => ({ q: MARK }) },
  list_brakes: { rule: anyPerson },
  judge_brake_right: { rule: administratorOrSelf, uses: 'brake' },
  stop_braked: { rule: administratorOrSelf, uses: 'brake' },
  search_everywhere: { rule: anyPerson, given: () => ({ q: 'nothing' }) },
  list_recent: { rule: anyPerson },
  list_modified_since: { rule: administratorOrSelf, given: () => ({ since: '2020-01-01T00:00:00' }) },
}

/** Of the person's own file. Anyone who holds the hash of a public link needs no right at all. */
const LINKS: Record<string, Case | Case[]> = {
  share_file: { rule: self },
  share_folder: { rule: self },
  get_sharelink: { rule: administratorOrSelf, hearsGuests: true },
  update_sharelink: { rule: administratorOrSelf, given: () => ({ download_notify: 'true' }) },
  delete_sharelink: { rule: administratorOrSelf, uses: 'sharelink' },
  add_sharelink_subscriber: {
    rule: administratorOrSelf,
    given: (n) => ({ email: `${MARK}-subscriber-${n}@example.test` }),
  },
  update_sharelink_subscriber: { rule: administratorOrSelf },
  delete_sharelink_subscriber: { rule: administratorOrSelf, uses: 'sharelink' },
  list_person_sharelinks: { rule: administratorOrSelf },
  list_person_received_sharelinks: { rule: administratorOrSelf },
  list_organization_sharelinks: { rule: administrator },
  close_organization_sharelinks: {
    rule: administrator,
    given: () => ({ action: 'delete', unused_since: '2000-01-01T00:00:00' }),
  },
  table_backups: { rule: administrator, given: () => ({ q: 'a' }) },
  plan_machines_bulk: { rule: administrator, given: () => ({ action: 'sign_out' }) },
  apply_machines_bulk: { rule: administrator, given: () => ({ action: 'sign_out', ids: '999999999' }) },
  plan_backups_bulk: { rule: administrator, given: () => ({ action: 'run' }) },
  apply_backups_bulk: { rule: administrator, given: () => ({ action: 'run', ids: '999999999' }) },
  plan_organizations_bulk: { rule: administrator, given: () => ({ action: 'suspend' }) },
  apply_organizations_bulk: { rule: administrator, given: () => ({ action: 'suspend', ids: '999999999' }) },
  plan_sharelinks_bulk: { rule: administrator, given: () => ({ action: 'delete' }) },
  apply_sharelinks_bulk: { rule: administrator, given: () => ({ action: 'delete', ids: '999999999' }) },
  close_person_sharelinks: {
    rule: administratorOrSelf,
    given: () => ({ action: 'delete', unused_since: '2000-01-01T00:00:00' }),
  },
  list_guest_shares: { rule: administratorOrGuestItself, hearsGuests: true },
}

const onRequest = { ids: { sharelink_id: 'request_link_id' } }
const REQUESTS: Record<string, Case | Case[]> = {
  get_file_request: { rule: administratorOrSelf, ...onRequest },
  set_file_request: { rule: administratorOrSelf, ...onRequest, given: (n) => ({ note: `${MARK} ${n}` }) },
  list_request_senders: { rule: administratorOrSelf, ...onRequest },
  list_request_files: { rule: administratorOrSelf, ...onRequest },
  list_request_missing: { rule: administratorOrSelf, ...onRequest },
  // Once a day for each.
  remind_request: {
    rule: administratorOrSelf,
    uses: 'request',
    ids: { ...onRequest.ids, subscriber_id: 'request_subscriber_id' },
  },
  enter_request: { rule: administratorOrSelf, ...onRequest, hearsGuests: true },
}

/** Through the link to a folder. */
const through = (rule: Rule, ...more: ('file' | 'folder')[]): Case => ({
  rule,
  hearsGuests: true,
  ids: Object.fromEntries([
    ['sharelink_id', 'folder_link_id'],
    ...more.map((kind) => [`${kind}_id`, `shared_${kind}_id`]),
  ]),
})

const SHARED_CONTENT: Record<string, Case | Case[]> = {
  open_sharelink: { rule: administratorOrSelf, hearsGuests: true, given: () => ({ password: MARK }) },
  get_shared_root: through(administratorOrSelf),
  get_shared_folder: through(administratorOrSelf, 'folder'),
  list_shared_root_children: through(administratorOrSelf),
  list_shared_folder_children: through(administratorOrSelf, 'folder'),
  get_shared_file: through(administratorOrSelf, 'file'),
  download_sharelink: { ...through(administratorOrSelf), oneByOne: true },
  view_sharelink: { rule: administratorOrSelf, hearsGuests: true },
  download_shared_file: through(administratorOrSelf, 'file'),
  view_shared_file: through(administratorOrSelf, 'file'),
  get_shared_thumbnail: { ...through(administratorOrSelf, 'file'), success: 404 },
  download_shared_folder: { ...through(administratorOrSelf, 'folder'), oneByOne: true },
  create_folder_in_shared_root: { ...through(self), given: named },
  create_folder_in_shared_folder: { ...through(self, 'folder'), given: named },
  upload_to_shared_root: through(self),
  upload_to_shared_folder: through(self, 'folder'),
  upload_shared_revision: through(self, 'file'),
  delete_shared_file: { ...through(self, 'file'), uses: 'shared' },
  delete_shared_folder: { ...through(self, 'folder'), uses: 'shared' },
}

const onPath = { given: () => ({ path: `/${MARK}` }) }
const onBackup = { ids: { root_id: 'backup_root_id' } }
/** A person's machine, which is a file server and is not connected. */
const MACHINES: Record<string, Case | Case[]> = {
  get_machine: { rule: administratorOrSelf },
  get_machine_status: { rule: administratorOrSelf, success: 503 },
  enable_file_server: { rule: administrator },
  disable_file_server: { rule: administrator, uses: 'machine' },
  list_machine_path: { rule: administratorOrSelf, ...onPath, success: 503 },
  list_machine_mappings: { rule: administratorOrSelf },
  create_machine_mapping: {
    rule: administratorOrSelf,
    ...onPath,
    ids: { root_id: 'root_id' },
    uses: 'machine',
  },
  get_machine_mapping: { rule: administratorOrSelf },
  delete_machine_mapping: { rule: administratorOrSelf, uses: 'mapping' },
  list_machine_backups: { rule: administratorOrSelf },
  create_machine_backup: { rule: administratorOrSelf, ...onPath },
  get_machine_backup: { rule: administratorOrSelf, ...onBackup },
  restore_machine_backup: [
    { rule: administratorOrSelf, ...onBackup, ...onPath, success: 503 },
    {
      rule: administratorOrSelf,
      ...onPath,
      ids: { ...onBackup.ids, to_machine_id: 'machine_id' },
      success: 503,
    },
  ],
  plan_machine_restore: [
    { rule: administratorOrSelf, ...onBackup, ...onPath },
    { rule: administratorOrSelf, ...onPath, ids: { ...onBackup.ids, to_machine_id: 'machine_id' } },
  ],
  run_machine_backup: { rule: administratorOrSelf, ...onBackup, success: 503 },
  get_backup_schedule: { rule: administratorOrSelf, ...onBackup },
  list_backup_runs: { rule: administratorOrSelf, ...onBackup },
  create_backup_run: {
    rule: nobody,
    ...onBackup,
    given: () => ({
      epoch: MARK,
      started: '2030-01-01T00:00:00',
      finished: '2030-01-01T00:00:00',
      seq: '0',
      files: '0',
      bytes: '0',
      problem_count: '0',
    }),
  },
  update_machine_backup: {
    rule: administratorOrSelf,
    ...onBackup,
    given: (n) => ({ every_minutes: String(15 + (n % 1000)) }),
  },
  update_machine: { rule: administratorOrSelf, given: (n) => ({ nickname: `${MARK} ${n}` }) },
  get_machine_health: { rule: administratorOrSelf },
  list_machine_activity: { rule: administratorOrSelf },
  sign_out_machine: { rule: administratorOrSelf, uses: 'machine' },
  list_stopped_devices: { rule: anyPerson },
  resume_machine: { rule: self, given: () => ({ rsub_id: '1', decision: 'confirm' }), success: 503 },
  list_machine_jobs: { rule: administratorOrSelf },
  get_machine_job: { rule: administratorOrSelf },
  cancel_machine_job: { rule: administratorOrSelf },
  export_machine_mappings: { rule: administratorOrSelf },
  import_machine_mappings: {
    rule: administratorOrSelf,
    given: () => ({ mappings: JSON.stringify([{ root_id: 1, path: `/${MARK}` }]) }),
  },
  delete_machine_backup: { rule: administratorOrSelf, ...onBackup, uses: 'backup' },
}

/** Who may what: every operation that names something has its rule here, some before they are served. */
export const ACCESS_RULES: Record<string, Case | Case[]> = {
  ...ORGANIZATIONS,
  ...SYSTEM,
  ...SHARES,
  ...DIRECTORIES,
  ...ACCOUNTS,
  ...MACHINES,
  ...FILES,
  ...LINKS,
  ...REQUESTS,
  ...SHARED_CONTENT,
}

/** Operations that are for anyone who asks. */
export const OPEN_TO_ALL: ReadonlySet<string> = new Set([
  'get_version',
  'reset_password',
  'confirm_password_reset',
  'recover_two_step',
  'create_web_session',
  'token',
  'revoke',
  'authorize',
  'get_authorization_server',
])
