import type { CustomerStepName, CustomerStepState } from '@holdfast/api/accounts/customer-setup'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

export interface OrganizationTables {
  organization: {
    id: Generated<OrganizationId>
    parent_id: OrganizationId | null
    /** The ids from the first organization down to this one, such as `1/7/52/`: what is below begins so. Parents never change. */
    path: Generated<string>
    name: string
    slug: string
    email: string
    active: Flag
    trial_until: Instant | null
    policy: string
    stored_size: Generated<number>
    pending_size: Generated<number>
    /** Of its policy, which stays the truth: every request is judged by these four. */
    require_two_step: Generated<Flag>
    password_days: number | null
    api_ratelimit: number | null
    privacy_mode: Generated<Flag>
    /** Of its policy as well, for those who look at many organizations. */
    space_quota: number | null
    accounts_maximum: number | null
    hostname: string | null
    /** `#rrggbb`; none: as the organization above. */
    brand_color: string | null
    /** Names the picture in `organization_logo`, by its content and its size. */
    brand_logo: string | null
    license_key: string | null
    license_until: Instant | null
    /** What is shown and passed on to devices, as JSON; nothing is looked up by it. */
    settings: Generated<string>
    /** How many of each it has, so that totals of lists cost nothing. */
    children_count: Generated<number>
    persons_count: Generated<number>
    admins_count: Generated<number>
    guests_count: Generated<number>
    groups_count: Generated<number>
    machines_count: Generated<number>
    roots_count: Generated<number>
    shares_count: Generated<number>
    /** Rises whenever one of them goes, so that places in their lists can be remembered until then. */
    lists_ver: Generated<number>
    /** While it is being closed: when it will be deleted. It is not active until then. */
    closes_at: Instant | null
    created_at: Instant
    deleted_at: Instant | null
  }
  /** The logo of an organization, as it is shown everywhere: a PNG that the service has made. */
  organization_logo: { organization_id: OrganizationId; image: Buffer }
  /** Of each that is being closed, what is asked for and how far that is. */
  organization_closing: {
    organization_id: OrganizationId
    requested_by: PersonId
    requested_at: Instant
    /** Devices remove their copies of files if this is still the epoch; none: they keep them. */
    epoch: string | null
    /** What it was before, and is again if closing is canceled. */
    was_active: Flag
    /** When its administrators were last told before the day. */
    reminded_at: Instant | null
  }
  /** What was planned for a new customer, and how far each step of it is. */
  customer_step: {
    organization_id: OrganizationId
    step: CustomerStepName
    state: CustomerStepState
    error: string | null
    /** What the step is to be done with, as JSON. */
    given: string
    changed_at: Instant
  }
  /** What is left to do after an organization was deleted, for those who watch. */
  organization_deletion: {
    organization_id: OrganizationId
    parent_id: OrganizationId
    name: string
    requested_at: Instant
    roots_total: number
    finished_at: Instant | null
  }
  /** What a month, such as `2026-11`, is billed by: the newest count of each day, as JSON, replaces the one before. */
  usage_month: { organization_id: OrganizationId; month: string; counted_at: Instant; usage: string }
}

export async function createOrganizations(schema: SchemaModule, columns: Columns): Promise<void> {
  await createOrganization(schema, columns)
  const { bigint, bytes, flag, key } = columns
  await schema
    .createTable('organization_logo')
    .addColumn('organization_id', bigint, (c) => c.primaryKey().references('organization.id'))
    .addColumn('image', bytes, required)
    .execute()
  await schema
    .createTable('organization_closing')
    .addColumn('organization_id', bigint, (c) => c.primaryKey().references('organization.id'))
    .addColumn('requested_by', bigint, required)
    .addColumn('requested_at', bigint, required)
    .addColumn('epoch', 'text')
    .addColumn('was_active', flag, required)
    .addColumn('reminded_at', bigint)
    .execute()
  await schema
    .createTable('customer_step')
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('step', key, required)
    .addColumn('state', 'text', required)
    .addColumn('error', 'text')
    .addColumn('given', 'text', required)
    .addColumn('changed_at', bigint, required)
    .addPrimaryKeyConstraint('customer_step_key', ['organization_id', 'step'])
    .execute()
  await schema
    .createTable('organization_deletion')
    .addColumn('organization_id', bigint, (c) => c.primaryKey().references('organization.id'))
    .addColumn('parent_id', bigint, requiredReference('organization'))
    .addColumn('name', 'text', required)
    .addColumn('requested_at', bigint, required)
    .addColumn('roots_total', bigint, required)
    .addColumn('finished_at', bigint)
    .execute()
  await schema
    .createIndex('organization_deletion_open')
    .on('organization_deletion')
    .columns(['organization_id'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
  await schema
    .createTable('usage_month')
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('month', 'text', required)
    .addColumn('counted_at', bigint, required)
    .addColumn('usage', 'text', required)
    .addPrimaryKeyConstraint('usage_month_key', ['organization_id', 'month'])
    .execute()
}

async function createOrganization(schema: SchemaModule, { bigint, flag, id, key }: Columns): Promise<void> {
  await schema
    .createTable('organization')
    .addColumn('id', bigint, id)
    .addColumn('parent_id', bigint, (c) => c.references('organization.id'))
    .addColumn('path', key, (c) => c.notNull().defaultTo(''))
    .addColumn('name', 'text', required)
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('active', flag, required)
    .addColumn('trial_until', bigint)
    .addColumn('policy', 'text', required)
    .addColumn('stored_size', bigint, counter)
    .addColumn('pending_size', bigint, counter)
    .addColumn('require_two_step', flag, counter)
    .addColumn('password_days', 'integer')
    .addColumn('api_ratelimit', bigint)
    .addColumn('privacy_mode', flag, counter)
    .addColumn('space_quota', bigint)
    .addColumn('accounts_maximum', bigint)
    .addColumn('hostname', key)
    .addColumn('brand_color', 'text')
    .addColumn('brand_logo', key)
    .addColumn('license_key', 'text')
    .addColumn('license_until', bigint)
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('children_count', bigint, counter)
    .addColumn('persons_count', bigint, counter)
    .addColumn('admins_count', bigint, counter)
    .addColumn('guests_count', bigint, counter)
    .addColumn('groups_count', bigint, counter)
    .addColumn('machines_count', bigint, counter)
    .addColumn('roots_count', bigint, counter)
    .addColumn('shares_count', bigint, counter)
    .addColumn('lists_ver', bigint, counter)
    .addColumn('closes_at', bigint)
    .addColumn('created_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .execute()
  for (const unique of ['hostname', 'license_key'])
    await schema
      .createIndex(`organization_${unique}`)
      .on('organization')
      .columns([unique])
      .unique()
      .where(sql.ref(unique), 'is not', null)
      .execute()
  // Two may have the same one.
  await schema
    .createIndex('organization_brand_logo')
    .on('organization')
    .columns(['brand_logo'])
    .where(sql.ref('brand_logo'), 'is not', null)
    .execute()
  await schema
    .createIndex('organization_child')
    .on('organization')
    .columns(['parent_id', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  // Deleted ones too: what is deleted or billed goes through all that are below.
  await schema
    .createIndex('organization_below')
    .on('organization')
    .columns(['parent_id', 'deleted_at'])
    .execute()
  await schema
    .createIndex('organization_path')
    .on('organization')
    .columns(['path'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}
