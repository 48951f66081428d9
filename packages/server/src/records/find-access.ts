import type { AuthSourceId, BrakeId, MachineId, OrganizationId, PersonId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { type Place, preparedFirst } from '../platform/db/prepared.ts'
import type { Flag } from '../platform/db/tables/columns.ts'
import type { TwoStepMode } from '../platform/db/tables/people.ts'
import type { SignInOrigin, StandingKind } from '../platform/db/tables/sign-in.ts'

export interface AccessRow {
  expires_at: Instant
  renewed_by: Buffer | null
  session_id: SessionId
  signed_in_at: Instant
  origin: SignInOrigin
  client_id: string
  machine_id: MachineId | null
  revoked_at: Instant | null
  password_only: Flag
  leaving: Flag
  paused_by: BrakeId | null
  person_id: PersonId
  organization_id: OrganizationId
  email: string
  first_name: string
  last_name: string
  site_admin: Flag
  system_admin: Flag
  person_active: Flag
  guest: Flag
  auth_source_id: AuthSourceId | null
  pw_changed_at: Instant | null
  pw_expires_at: Instant | null
  pw_force_reset: Flag
  two_step_mode: TwoStepMode | null
  organization_active: Flag
  trial_until: Instant | null
  license_until: Instant | null
  organization_deleted_at: Instant | null
  require_two_step: Flag
  password_days: number | null
  api_ratelimit: number | null
}

interface ByHash {
  hash: Buffer
}

const STANDING = ['o.parent_id', 'o.active', 'o.trial_until', 'o.license_until', 'o.deleted_at'] as const

/**
 * Everything that decides whether a token or cookie counts and whose it is, in one look. What is switched off or over
 * above an organization counts for it as well, so the worst on the way up is its own; an application stands and falls
 * with the organization that registered it, no matter who uses it.
 */
const accessBy = (table: 'access_token' | 'web_session' | 'standing_access', db: Db, $: Place<ByHash>) =>
  db
    .withRecursive('upward(parent_id, active, trial_until, license_until, deleted_at)', (cte) =>
      cte
        // The columns asked for are the same in both tables, which the types cannot see.
        .selectFrom(`${table as 'access_token'} as t`)
        .innerJoin('session as s', 's.id', 't.session_id')
        .innerJoin('person as p', 'p.id', 's.person_id')
        .innerJoin('organization as o', 'o.id', 'p.organization_id')
        .select(STANDING)
        .where('t.hash', '=', $('hash'))
        .unionAll(
          cte
            .selectFrom(`${table as 'access_token'} as t`)
            .innerJoin('session as s', 's.id', 't.session_id')
            .innerJoin('application as a', 'a.client_id', 's.client_id')
            .innerJoin('organization as o', 'o.id', 'a.organization_id')
            .select(STANDING)
            .where('t.hash', '=', $('hash')),
        )
        .unionAll(
          cte
            .selectFrom('upward')
            .innerJoin('organization as o', 'o.id', 'upward.parent_id')
            .select(STANDING),
        ),
    )
    .selectFrom(`${table as 'access_token'} as t`)
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .innerJoin('organization as o', 'o.id', 'p.organization_id')
    .innerJoin(
      ({ selectFrom }) =>
        selectFrom('upward')
          .select(({ fn }) => [
            fn.min<Flag>('active').as('organization_active'),
            fn.min<Instant | null>('trial_until').as('trial_until'),
            fn.min<Instant | null>('license_until').as('license_until'),
            fn.min<Instant | null>('deleted_at').as('organization_deleted_at'),
          ])
          .as('status'),
      (join) => join.onTrue(),
    )
    .select([
      't.session_id',
      's.created_at as signed_in_at',
      's.origin',
      's.client_id',
      's.machine_id',
      's.revoked_at',
      's.password_only',
      's.leaving',
      's.paused_by',
      'p.id as person_id',
      'p.organization_id',
      'p.email',
      'p.first_name',
      'p.last_name',
      'p.site_admin',
      'p.system_admin',
      'p.active as person_active',
      'p.guest',
      'p.auth_source_id',
      'p.pw_changed_at',
      'p.pw_expires_at',
      'p.pw_force_reset',
      'p.two_step_mode',
      'status.organization_active',
      'status.trial_until',
      'status.license_until',
      'status.organization_deleted_at',
      'o.require_two_step',
      'o.password_days',
      'o.api_ratelimit',
    ])
    .select(({ ref, lit }) => (table === 'access_token' ? ref('t.renewed_by') : lit(null)).as('renewed_by'))
    .select(({ ref }) =>
      // What does not run out by itself.
      table === 'standing_access'
        ? sql<Instant>`${sql.lit(Number.MAX_SAFE_INTEGER)}`.as('expires_at')
        : ref('t.expires_at').as('expires_at'),
    )
    .where('t.hash', '=', $('hash'))

export const findAccess = preparedFirst<ByHash, AccessRow>((db, $) =>
  accessBy('access_token', db, $).compile(),
)
export const findWebAccess = preparedFirst<ByHash, AccessRow>((db, $) =>
  accessBy('web_session', db, $).compile(),
)

/** Of what does not run out by itself: when it was last used and where, and what the policy says of it. */
export interface StandingRow extends AccessRow {
  kind: StandingKind
  last_used_at: Instant
  network: string | null
  webdav: Flag | null
  policy: string
}

export const findStandingAccess = preparedFirst<ByHash, StandingRow>((db, $) =>
  accessBy('standing_access', db, $)
    .select(['s.last_used_at', 's.network', 'p.webdav', 'o.policy'])
    .select(({ ref }) =>
      ref('t.kind' as 't.session_id')
        .$castTo<StandingKind>()
        .as('kind'),
    )
    .compile(),
)
