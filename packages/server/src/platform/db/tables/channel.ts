import type { MachineId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { SchemaModule } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'

/** Which server holds the line to which device, and what others ask through it. */
export interface ChannelTables {
  /** A server that holds lines renews its lease for all of them together. */
  server_lease: { server: string; until: Instant }
  /** The newest line to a device; an older one ends when it learns of this. */
  machine_connection: {
    machine_id: MachineId
    server: string
    connection: string
    session_id: SessionId
    since: Instant
  }
  /** Lives for as long as somebody waits for its answer. */
  machine_command: {
    id: string
    machine_id: MachineId
    server: string
    /** What is asked, sealed: paths of devices are nobody else's business. */
    asked: Buffer
    claimed_at: Instant | null
    answer: Buffer | null
    expires_at: Instant
  }
}

export async function createChannel(schema: SchemaModule, { bigint, bytes }: Columns): Promise<void> {
  await schema
    .createTable('server_lease')
    .addColumn('server', 'text', (c) => c.primaryKey())
    .addColumn('until', bigint, required)
    .execute()
  await schema
    .createTable('machine_connection')
    .addColumn('machine_id', bigint, (c) => c.primaryKey().references('machine.id'))
    .addColumn('server', 'text', required)
    .addColumn('connection', 'text', required)
    .addColumn('session_id', bigint, required)
    .addColumn('since', bigint, required)
    .execute()
  await schema.createIndex('connection_of_server').on('machine_connection').columns(['server']).execute()
  await schema
    .createTable('machine_command')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('machine_id', bigint, requiredReference('machine'))
    .addColumn('server', 'text', required)
    .addColumn('asked', bytes, required)
    .addColumn('claimed_at', bigint)
    .addColumn('answer', bytes)
    .addColumn('expires_at', bigint, required)
    .execute()
  await schema.createIndex('command_of_server').on('machine_command').columns(['server']).execute()
}
