import type {
  ActivityId,
  ApplicationId,
  AuthSourceId,
  GroupId,
  GuestId,
  Id,
  MachineId,
  OrganizationId,
  PersonId,
  RootId,
  SessionId,
} from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Generated } from 'kysely'
import type { FileTables, Flag } from './file-tables.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { ShareTables } from './share-tables.ts'
import type { SubscriptionTables } from './subscription-tables.ts'

export type { ChangeOp, ChunkId, EntryKind, Flag, Lock, ParentId, UploadId } from './file-tables.ts'
export type { NoticeId } from './notice-tables.ts'

export type JobId = Id<'job'>
export type TwoStepMode = 'authenticator' | 'email' | 'sms'
export type CodePurpose = 'sign_in' | 'enable' | 'disable'

/** The tables, as migrations leave them. */
export interface Schema extends FileTables, ShareTables, SubscriptionTables, NoticeTables {
  installation: { name: string; value: string }
  organization: {
    id: Generated<OrganizationId>
    parent_id: OrganizationId | null
    name: string
    slug: string
    email: string
    active: Flag
    trial_until: Instant | null
    policy: string
    stored_size: Generated<number>
    require_two_step: Generated<Flag>
    password_days: number | null
    api_ratelimit: number | null
    hostname: string | null
    /** `#rrggbb`; none: as the organization above. */
    brand_color: string | null
    license_key: string | null
    license_until: Instant | null
    privacy_mode: Generated<Flag>
    settings: Generated<string>
    children_count: Generated<number>
    persons_count: Generated<number>
    admins_count: Generated<number>
    guests_count: Generated<number>
    groups_count: Generated<number>
    machines_count: Generated<number>
    roots_count: Generated<number>
    shares_count: Generated<number>
    lists_ver: Generated<number>
    created_at: Instant
    deleted_at: Instant | null
  }
  organization_deletion: {
    organization_id: OrganizationId
    parent_id: OrganizationId
    name: string
    requested_at: Instant
    roots_total: number
    finished_at: Instant | null
  }
  person: {
    id: Generated<PersonId>
    organization_id: OrganizationId
    email: string
    email_key: string
    first_name: string
    last_name: string
    password_hash: string | null
    pw_changed_at: Instant | null
    pw_force_reset: Generated<Flag>
    failed_logins: Generated<number>
    locked_until: Instant | null
    pw_expires_at: Instant | null
    mobile_phone: string | null
    two_step_mode: TwoStepMode | null
    totp_secret: string | null
    totp_step: number | null
    backup_key_hash: Buffer | null
    two_step_pending: string | null
    site_admin: Flag
    system_admin: Flag
    space_quota: number | null
    locale: string
    timezone: string
    active: Flag
    guest: Generated<Flag>
    creator_id: PersonId | null
    webdav: Generated<Flag>
    quota_alerts: Generated<string>
    quota_alerted: Generated<number>
    auth_source_id: AuthSourceId | null
    directory_id: string | null
    directory_dn: string | null
    directory_gone_at: Instant | null
    created_at: Instant
    deleted_at: Instant | null
  }
  stranger: { email_hash: Buffer; failed_logins: number; locked_until: Instant | null; tried_at: Instant }
  person_group: {
    id: Generated<GroupId>
    organization_id: OrganizationId
    name: string
    name_key: string
    auth_source_id: AuthSourceId | null
    directory_id: string | null
    created_at: Instant
    deleted_at: Instant | null
  }
  group_person: { group_id: GroupId; person_id: PersonId }
  group_group: { group_id: GroupId; member_group_id: GroupId }
  auth_source: {
    id: Generated<AuthSourceId>
    organization_id: OrganizationId
    nickname: string | null
    host: string
    port: number
    protocol: number
    ssl: Flag
    domain: string | null
    login: string
    password: string
    machine_id: MachineId | null
    settings: string
    next_import_at: Instant | null
    last_import: string | null
    created_at: Instant
  }
  machine: {
    id: Generated<MachineId>
    organization_id: OrganizationId
    person_id: PersonId
    client_id: string
    guid: string
    dns_name: string | null
    os_type: string | null
    os_version: string | null
    machine_type: 'agent' | 'server' | 'mobile'
    last_login_at: Instant | null
    nickname: string | null
    agent_version: string | null
    last_disconnect_at: Instant | null
    settings: Generated<string>
    created_at: Instant
    deleted_at: Instant | null
  }
  session: {
    id: Generated<SessionId>
    person_id: PersonId
    client_id: string
    machine_id: MachineId | null
    created_at: Instant
    last_used_at: Instant
    revoked_at: Instant | null
    password_only: Generated<Flag>
  }
  web_session: { hash: Buffer; session_id: SessionId; expires_at: Instant }
  application: {
    id: Generated<ApplicationId>
    organization_id: OrganizationId
    name: string
    description: string
    grant_types: string
    redirect_uris: string
    client_id: string
    secret_hash: Buffer
    created_at: Instant
  }
  authorization_code: {
    hash: Buffer
    client_id: string
    person_id: PersonId
    redirect_uri: string
    code_challenge: string | null
    expires_at: Instant
    session_id: SessionId | null
  }
  sent_code: {
    person_id: PersonId
    purpose: CodePurpose
    hash: Buffer
    sent_at: Instant
    expires_at: Instant
  }
  password_reset: { person_id: PersonId; hash: Buffer; sent_at: Instant; expires_at: Instant }
  access_token: { hash: Buffer; session_id: SessionId; expires_at: Instant }
  refresh_token: { hash: Buffer; session_id: SessionId; issued_at: Instant; used_at: Instant | null }
  activity: {
    id: Generated<ActivityId>
    activity_type_id: number
    actor_type: 'person' | 'guest' | 'machine' | 'site'
    actor_company_id: OrganizationId | null
    actor_machine_id: MachineId | null
    actor_person_id: PersonId | null
    actor_guest_id: GuestId | null
    actor_text: string
    acted_on_type: 'person' | 'guest' | 'group' | 'machine' | 'organization' | 'root' | 'site'
    acted_on_company_id: OrganizationId | null
    acted_on_machine_id: MachineId | null
    acted_on_person_id: PersonId | null
    acted_on_guest_id: GuestId | null
    acted_on_root_id: RootId | null
    acted_on_group_id: GroupId | null
    acted_on_text: string
    data_text: string
    data_vars: string
    created_at: Instant
    seq: number
    hash: Buffer | null
  }
  activity_chain: { organization_id: OrganizationId | 0; seq: number; hash: Buffer }
  usage_month: { organization_id: OrganizationId; month: string; counted_at: Instant; usage: string }
  job: {
    id: Generated<JobId>
    kind: string
    payload: string
    created_at: Instant
    due_at: Instant
    attempts: Generated<number>
    lease: string | null
    last_error: string | null
    given_up_at: Instant | null
  }
  schedule: { kind: string; next_at: Instant }
}
