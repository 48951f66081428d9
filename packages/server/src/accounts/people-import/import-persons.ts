import type { PersonsImport, PersonsImportRow } from '@holdfast/api/accounts/people-import'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { tryingAddress } from '../../access/guessable.ts'
import { ApiError, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type PersonPrincipal, THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { emailKey } from '../../records/people.ts'
import { checkRoomBeside } from '../people/account-rules.ts'
import {
  addPreparedPerson,
  checkAccount,
  checkMayGive,
  type PersonToAdd,
  prepareAccount,
} from '../people/add-person.ts'
import { checkAgainstExisting, type Existing, readExisting } from './check-existing.ts'
import { type ListRow, listColumn, readList } from './read-list.ts'

type Asker = PersonPrincipal | typeof THE_SERVICE

/** Adds someone, or tells by throwing that it cannot be; gives no id where nobody was added. */
type Add = (person: PersonToAdd) => Promise<PersonId | null>

/**
 * Adds the accounts on a list, each in a transaction of its own: a row that fails takes no other with it, and the
 * same list can be sent again once it is put right. A dry run finds the same faults and adds nobody.
 */
export async function importPersons(
  ctx: Ctx,
  who: Asker,
  organizationId: OrganizationId,
  { text, parameter, dryRun }: { text: string; parameter: string; dryRun: boolean },
): Promise<PersonsImport> {
  const organization = await authorizeOrganization(ctx.db.read, who, organizationId, 'create_users')
  const list = readList(text, organizationId, (why) => refuse(parameter, why))
  const known = await readExisting(ctx.db.read, who, organizationId, list)
  let created = 0
  const mayGive = askingOnce(ctx, who)
  const rehearse: Add = async (person) => {
    checkRoomBeside(organization.persons_count + created, organization)
    await mayGive(person, created)
    return null
  }
  const add = dryRun ? rehearse : adding(ctx, who)
  const rows: PersonsImportRow[] = []
  for (const row of list) {
    const told = await importRow(ctx, who, row, known, add)
    if (told.status !== 'failed') created++
    rows.push(told)
  }
  const failed = rows.length - created
  if (!dryRun) {
    const about = `${created} created, ${failed} failed`
    await ctx.db.write((tx) =>
      recordActivity(tx, who, 'persons_imported', { organization, about }, ctx.now()),
    )
  }
  return { type: 'persons_import', dry_run: dryRun, total: rows.length, created, failed, rows }
}

/** Whether accounts may be given something is the same for all rows that give it. */
function askingOnce({ db }: Ctx, who: Asker): (person: PersonToAdd, others: number) => Promise<void> {
  const asked = new Map<string, Promise<void>>()
  return (person, others) => {
    const what = JSON.stringify([person.siteAdmin, person.groupIds.length > 0, others > 0])
    const answer = asked.get(what) ?? checkMayGive(db.read, who, person, others)
    asked.set(what, answer)
    return answer
  }
}

const adding =
  (ctx: Ctx, who: Asker): Add =>
  async (person) => {
    const prepared = await prepareAccount(ctx, person)
    const { id } = await ctx.db.write((tx) => addPreparedPerson(ctx, tx, who, person, prepared, ctx.now()))
    return id
  }

async function importRow(
  ctx: Ctx,
  who: Asker,
  { line, email, person }: ListRow,
  known: Existing,
  add: Add,
): Promise<PersonsImportRow> {
  const told = { row: line, email }
  try {
    if (person instanceof ApiError) throw person
    await checkAccount(ctx, person)
    const work = async () => add(checkAgainstExisting(person, known))
    const id = who === THE_SERVICE ? await work() : await tryingAddress(ctx, who, person.email, work)
    known.taken.set(emailKey(person.email), id)
    const status = id === null ? 'would_create' : 'created'
    return {
      ...told,
      status,
      person_id: id,
      column: null,
      error: null,
      error_description: null,
      error_reason: null,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const column = error.code === 'name_conflict' ? 'email' : listColumn(error.parameter)
    const holder = error.code === 'name_conflict' ? known.taken.get(emailKey(email)) : undefined
    return { ...told, status: 'failed', person_id: holder ?? null, column, error_reason: null, ...error.body }
  }
}
