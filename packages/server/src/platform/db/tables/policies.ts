import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Generated, SchemaModule } from 'kysely'
import { type Columns, counter, required, requiredReference } from './columns.ts'

export interface PolicyTables {
  /** What a change of a policy changed in an organization: in the one where it was made, and in each below that it reached. */
  policy_change: {
    activity_id: ActivityId
    organization_id: OrganizationId
    made_in: OrganizationId
    /** In how many organizations below; known where it was made. */
    below: Generated<number>
    /** The change that it undid. */
    undoes: ActivityId | null
    /** By field, the value before and the one after, as JSON. */
    changes: string
    made_at: Instant
  }
}

export async function createPolicies(schema: SchemaModule, { bigint }: Columns): Promise<void> {
  await schema
    .createTable('policy_change')
    .addColumn('activity_id', bigint, requiredReference('activity'))
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('made_in', bigint, requiredReference('organization'))
    .addColumn('below', bigint, counter)
    .addColumn('undoes', bigint)
    .addColumn('changes', 'text', required)
    .addColumn('made_at', bigint, required)
    .addPrimaryKeyConstraint('policy_change_key', ['activity_id', 'organization_id'])
    .execute()
  await schema
    .createIndex('policy_change_listed')
    .on('policy_change')
    .columns(['organization_id', 'activity_id'])
    .execute()
}
