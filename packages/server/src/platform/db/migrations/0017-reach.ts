import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, { bigint }: Columns): Promise<void> {
  // Administrators are few among any number of accounts.
  await sql`
    create index person_administrator on person (organization_id)
    where site_admin = 1 or system_admin = 1`.execute(tx)
  // When someone was last written to about a share: stays when the invitation is taken back.
  await tx.schema
    .createTable('share_invitation_mail')
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('sent_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('share_invitation_mail_key', ['root_id', 'person_id'])
    .execute()
  await tx.schema
    .createIndex('share_invitation_mail_person')
    .on('share_invitation_mail')
    .columns(['person_id'])
    .execute()
}
