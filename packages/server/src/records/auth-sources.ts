import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { keysOf } from '../platform/db/keys.ts'
import { forUpdate, takeId } from '../platform/db/locking.ts'
import type { Window } from '../platform/db/page.ts'
import type { Schema } from '../platform/db/schema.ts'
import { DEFAULTS, type DirectorySettings } from '../platform/ldap/settings.ts'
import type { OrganizationRow } from './organizations.ts'

type StoredRow = Selectable<Schema['auth_source']>
/** With the password as it is; in the database it is sealed. */
export type AuthSourceRow = Omit<StoredRow, 'password'> & { password: string }

const opened = (db: Db, row: StoredRow): AuthSourceRow => ({
  ...row,
  password: keysOf(db).open('auth_source.password', row.id, row.password),
})
const sealedPassword = (tx: Tx, id: AuthSourceId, password: string) => ({
  password: keysOf(tx).seal('auth_source.password', id, password),
})

/** LDAP version 3, the only one that is spoken. */
const PROTOCOL = 3

type Columns = Pick<
  AuthSourceRow,
  'nickname' | 'host' | 'port' | 'protocol' | 'ssl' | 'domain' | 'login' | 'password' | 'settings'
>

/** What the row holds in columns; all else is in its JSON. */
export function directoryColumns(settings: DirectorySettings): Columns {
  const { nickname, host, port, ssl, domain, login, password, ...rest } = settings
  return {
    nickname,
    host,
    port,
    protocol: PROTOCOL,
    ssl: ssl ? 1 : 0,
    domain,
    login,
    password,
    settings: JSON.stringify(rest),
  }
}

export const directorySettings = (row: AuthSourceRow): DirectorySettings => ({
  ...DEFAULTS,
  ...JSON.parse(row.settings),
  nickname: row.nickname,
  host: row.host,
  port: row.port,
  ssl: row.ssl === 1,
  domain: row.domain,
  login: row.login,
  password: row.password,
})

export async function findAuthSource(
  db: Db,
  organizationId: OrganizationId,
  id: AuthSourceId,
): Promise<AuthSourceRow | undefined> {
  const row = await db
    .selectFrom('auth_source')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && opened(db, row)
}

export async function findAuthSourceById(db: Db, id: AuthSourceId): Promise<AuthSourceRow | undefined> {
  const row = await db.selectFrom('auth_source').selectAll().where('id', '=', id).executeTakeFirst()
  return row && opened(db, row)
}

/** Held until the transaction ends: of two imports of one directory, one waits for the other's batch. */
export async function findAuthSourceForUpdate(tx: Tx, id: AuthSourceId): Promise<AuthSourceRow | undefined> {
  const rows = tx.selectFrom('auth_source').selectAll().where('id', '=', id)
  const row = await forUpdate(rows, tx).executeTakeFirst()
  return row && opened(tx, row)
}

export async function listAuthSourceRows(
  db: Db,
  organizationId: OrganizationId,
  { order, skip, limit }: Window,
): Promise<AuthSourceRow[]> {
  const rows = await db
    .selectFrom('auth_source')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', order)
    .limit(limit)
    .offset(skip)
    .execute()
  return rows.map((row) => opened(db, row))
}

export async function countAuthSources(db: Db, organizationId: OrganizationId): Promise<number> {
  const { total } = await db
    .selectFrom('auth_source')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertAuthSource(
  tx: Tx,
  row: Omit<Insertable<Schema['auth_source']>, 'password'> & { password: string },
): Promise<AuthSourceRow> {
  const id = await takeId(tx, 'auth_source')
  const values = { ...row, id, ...sealedPassword(tx, id, row.password) }
  return opened(
    tx,
    await tx.insertInto('auth_source').values(values).returningAll().executeTakeFirstOrThrow(),
  )
}

export async function updateAuthSourceRow(
  tx: Tx,
  id: AuthSourceId,
  { password, ...change }: Omit<Updateable<Schema['auth_source']>, 'password'> & { password?: string },
): Promise<AuthSourceRow> {
  const sealed = password === undefined ? {} : sealedPassword(tx, id, password)
  const updated = tx
    .updateTable('auth_source')
    .set({ ...change, ...sealed })
    .where('id', '=', id)
  return opened(tx, await updated.returningAll().executeTakeFirstOrThrow())
}

/** Some accounts that came from it belong to the organization alone from now on; gives how many. */
export async function letPersonsGo(tx: Tx, id: AuthSourceId, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ auth_source_id: null, directory_id: null, directory_dn: null, directory_gone_at: null })
    .where('id', 'in', (select) =>
      select.selectFrom('person').select('id').where('auth_source_id', '=', id).orderBy('id').limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Once all its accounts were let go; its groups are the organization's own from now on. */
export async function deleteAuthSourceRow(tx: Tx, id: AuthSourceId): Promise<void> {
  await tx
    .updateTable('person_group')
    .set({ auth_source_id: null, directory_id: null })
    .where('auth_source_id', '=', id)
    .execute()
  await tx.deleteFrom('auth_source').where('id', '=', id).execute()
}

/** Whether someone who administers everything signs in by this directory. */
export async function hasSystemAdmins(db: Db, id: AuthSourceId): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('auth_source_id', '=', id)
    .where('system_admin', '=', 1)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function listDueAuthSources(db: Db, now: Instant): Promise<AuthSourceRow[]> {
  const rows = await db
    .selectFrom('auth_source')
    .selectAll()
    .where('next_import_at', '<=', now)
    .orderBy('next_import_at')
    .execute()
  return rows.map((row) => opened(db, row))
}

export const listNicknames = async (db: Db, organizationId: OrganizationId): Promise<(string | null)[]> => {
  const rows = await db
    .selectFrom('auth_source')
    .select('nickname')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows.map(({ nickname }) => nickname)
}

/** By its id if the text is a number, else by slug, else by host name; neither is kept with capitals. */
export async function findOrganizationCalled(db: Db, text: string): Promise<OrganizationRow | undefined> {
  const organization = () =>
    db.selectFrom('organization').selectAll().where('deleted_at', 'is', null).limit(1)
  if (/^\d{1,15}$/.test(text))
    return organization()
      .where('id', '=', Number(text) as OrganizationId)
      .executeTakeFirst()
  const name = text.toLowerCase()
  return (
    (await organization().where('slug', '=', name).executeTakeFirst()) ??
    (await organization().where('hostname', '=', name).executeTakeFirst())
  )
}
