import type { PersonId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SubscriberRow } from '../../records/links.ts'

export type RecipientRow = Pick<SubscriberRow, 'person_id' | 'group_id' | 'email' | 'email_key'>

/** The newest subscribers of someone's newest links. Of each link as many are looked at as could be among them. */
export async function listNewestRecipients(
  db: Db,
  creatorId: PersonId,
  { links, recipients }: { links: number; recipients: number },
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select s.person_id, s.group_id, s.email, s.email_key
    from (
      select k.id, coalesce((
        select n.id from share_subscriber n where n.link_id = k.id order by n.id desc limit 1 offset ${recipients - 1}
      ), 0) as first_id
      from share_link k where k.creator_id = ${creatorId} order by k.id desc limit ${links}
    ) as l cross join share_subscriber s
    where s.link_id = l.id and s.id >= l.first_id
    order by s.id + 0 desc limit ${recipients}`.execute(db)
  return rows
}
