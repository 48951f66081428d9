import type { OrganizationId } from '@holdfast/api/ids'
import { mayBrowseFiles } from '../../access/administration.ts'
import { seesNamesOn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findEntry } from '../../records/entries.ts'
import { findPerson } from '../../records/people.ts'
import { accountPrincipal } from '../../sign-in/oauth/account-principal.ts'
import type { Hidden, KeptFact } from './facts.ts'
import { listOrganizationNames, type RuleRow } from './rule-queries.ts'

/** A fact as it is told to others. */
export interface Item {
  organization: { id: OrganizationId; name: string }
  name: string
  at?: number
  used?: number
  limit?: number
}

/**
 * Facts as whoever set up a rule may read them now: how files and folders are called is left out where that person would not
 * see it in the activity (ADR 0082).
 */
export async function nameFacts(
  ctx: Pick<Ctx, 'now'>,
  db: Db,
  rule: Pick<RuleRow, 'set_by'>,
  facts: readonly KeptFact[],
): Promise<Item[]> {
  const who = await setterOf(ctx, db, rule)
  const names = await listOrganizationNames(db, [...new Set(facts.map((fact) => fact.organizationId))])
  const items: Item[] = []
  for (const { organizationId, name, hidden, at, used, limit } of facts) {
    const secret = hidden && who && (await seenName(db, who, organizationId, hidden))
    items.push({
      organization: { id: organizationId, name: names.get(organizationId) ?? '' },
      name: secret === undefined ? name : `${name}: ${secret}`,
      ...(at !== undefined && { at }),
      ...(used !== undefined && { used }),
      ...(limit !== undefined && { limit }),
    })
  }
  return items
}

async function seenName(
  db: Db,
  who: PersonPrincipal,
  organization_id: OrganizationId,
  hidden: Hidden,
): Promise<string | undefined> {
  if ('folder' in hidden) {
    const { folder, person_id } = hidden
    return (await seesNamesOn(db, who, { person_id, organization_id })) ? folder : undefined
  }
  if (!(await mayBrowseFiles(db, who, organization_id))) return undefined
  return (await findEntry(db, hidden.item.root_id, hidden.item.id))?.name
}

/** Undefined for rules that nobody has set up, and where that person’s account is closed. */
async function setterOf(
  { now }: Pick<Ctx, 'now'>,
  db: Db,
  { set_by }: Pick<RuleRow, 'set_by'>,
): Promise<PersonPrincipal | undefined> {
  const person = set_by === null ? undefined : await findPerson(db, set_by)
  if (!person?.active || person.deleted_at !== null) return undefined
  const who = accountPrincipal(person, { sessionId: 0 as never, machineId: null, at: now() })
  return who.kind === 'person' ? who : undefined
}
