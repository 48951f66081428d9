import type { PersonId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SubscriberRow } from '../../records/links.ts'

export type RecipientRow = Pick<SubscriberRow, 'person_id' | 'group_id' | 'email' | 'email_key'>

/** The newest subscribers of someone's newest links. */
export async function listNewestRecipients(
  db: Db,
  creatorId: PersonId,
  { links, recipients }: { links: number; recipients: number },
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select s.person_id, s.group_id, s.email, s.email_key
    from (select id from share_link where creator_id = ${creatorId} order by id desc limit ${links}) as l
      cross join share_subscriber s
    where s.link_id = l.id
    order by s.id desc limit ${recipients}`.execute(db)
  return rows
}
