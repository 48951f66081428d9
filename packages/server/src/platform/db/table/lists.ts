import { sql } from 'kysely'
import type { Listed } from './listed.ts'

/** Lists that are read in more than one room. */
export const MACHINES: Listed = {
  table: 'machine',
  base: sql`t.deleted_at is null`,
  counter: 'machines_count',
}
export const SHARES: Listed = {
  table: 'root',
  base: sql`t.root_type = 'share' and t.deleted_at is null`,
  counter: 'shares_count',
}
export const BACKUPS: Listed = {
  table: 'root',
  base: sql`t.root_type = 'backup' and t.deleted_at is null`,
}
/** But for those to what is gone. */
export const LINKS: Listed = {
  table: 'share_link',
  base: sql`exists (select 1 from root r where r.id = t.root_id and r.deleted_at is null)`,
}
