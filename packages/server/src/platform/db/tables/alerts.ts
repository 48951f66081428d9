import type { OrganizationId } from '@holdfast/api/ids'
import type { AlertKind, AlertLevel } from '@holdfast/api/oversight/alerts'
import type { Instant } from '@holdfast/api/time'
import type { SchemaModule } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'

export interface AlertTables {
  /** What needs an administrator, by organization: found again each minute, for those who look at many at once. */
  standing_alert: {
    organization_id: OrganizationId
    kind: AlertKind
    /** Of the organization. */
    path: string
    level: AlertLevel
    /** When it began, or was first found where that is not known. */
    since: Instant
    /** As it is answered, as JSON. */
    alert: string
  }
}

export async function createAlerts(schema: SchemaModule, { bigint, key }: Columns): Promise<void> {
  await schema
    .createTable('standing_alert')
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('kind', key, required)
    .addColumn('path', key, required)
    .addColumn('level', 'text', required)
    .addColumn('since', bigint, required)
    .addColumn('alert', 'text', required)
    .addPrimaryKeyConstraint('standing_alert_key', ['organization_id', 'kind'])
    .execute()
  await schema.createIndex('standing_alert_path').on('standing_alert').columns(['path']).execute()
}
