import type { GroupId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { InvitationStatus, Role } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import { type SchemaModule, sql } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'

/** Who takes part in team shares. */
export interface TeamShareTables {
  share_person: {
    root_id: RootId
    person_id: PersonId
    /** The number of a machine, or one of the words for several. */
    target: string
    role: Role
    created_at: Instant
  }
  share_group: { root_id: RootId; group_id: GroupId; target: string; role: Role; created_at: Instant }
  share_external: {
    root_id: RootId
    person_id: PersonId
    role: Role
    status: InvitationStatus
    /** The name of who sent the newest invitation. */
    inviter: string
    invited_at: Instant
    answered_at: Instant | null
  }
  /** When someone was last written to about an invitation, which may be gone since. */
  share_invitation_mail: { root_id: RootId; person_id: PersonId; sent_at: Instant }
  /** Personal files that became a team share. Gone when that is undone. */
  handed_over: {
    root_id: RootId
    /** Whose they were. */
    from_id: PersonId
    to_id: PersonId
    /** What the root was called before. */
    name: string
    /** The newest of the links that went along. */
    last_link_id: SharelinkId | null
    at: Instant
  }
}

/** The keys find the subscribers of a share, the other indexes the shares of a subscriber. */
export async function createTeamShares(schema: SchemaModule, { bigint }: Columns): Promise<void> {
  for (const [table, member, target] of [
    ['share_person', 'person_id', 'person'],
    ['share_group', 'group_id', 'person_group'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('root_id', bigint, requiredReference('root'))
      .addColumn(member, bigint, requiredReference(target))
      .addColumn('target', 'text', required)
      .addColumn('role', 'text', required)
      .addColumn('created_at', bigint, required)
      .addPrimaryKeyConstraint(`${table}_key`, ['root_id', member, 'target'])
      .execute()
    await schema.createIndex(`${table}_shares`).on(table).columns([member, 'root_id']).execute()
  }

  // Those who manage a share are few among its members.
  await schema
    .createIndex('share_person_owner')
    .on('share_person')
    .columns(['root_id', 'person_id'])
    .where(sql.ref('role'), '=', sql.lit('CO_OWNER'))
    .execute()
  await schema
    .createTable('share_external')
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('role', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('inviter', 'text', required)
    .addColumn('invited_at', bigint, required)
    .addColumn('answered_at', bigint)
    .addPrimaryKeyConstraint('share_external_key', ['root_id', 'person_id'])
    .execute()
  await schema
    .createIndex('share_external_shares')
    .on('share_external')
    .columns(['person_id', 'root_id'])
    .execute()

  await schema
    .createTable('share_invitation_mail')
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('sent_at', bigint, required)
    .addPrimaryKeyConstraint('share_invitation_mail_key', ['root_id', 'person_id'])
    .execute()
  await schema
    .createIndex('share_invitation_mail_person')
    .on('share_invitation_mail')
    .columns(['person_id'])
    .execute()

  await schema
    .createTable('handed_over')
    .addColumn('root_id', bigint, (c) => c.primaryKey().references('root.id'))
    .addColumn('from_id', bigint, requiredReference('person'))
    .addColumn('to_id', bigint, requiredReference('person'))
    .addColumn('name', 'text', required)
    .addColumn('last_link_id', bigint)
    .addColumn('at', bigint, required)
    .execute()
  await schema.createIndex('handed_over_from').on('handed_over').columns(['from_id', 'root_id']).execute()
}
