import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Db } from '../platform/db/database.ts'
import { DEFAULT_LANGUAGE, type Language, languageIn } from '../platform/messages/catalogue.ts'
import { findOrganization } from './organizations.ts'
import { emailKey } from './people.ts'

/** What every account has that nobody has chosen a language for. */
const NOT_CHOSEN = 'en_US'
const NO_ZONE = 'UTC'

/** The language of someone: the one that was chosen in the app, or for the account; undefined where neither was. */
export async function languageOf(db: Db, id: PersonId): Promise<Language | undefined> {
  const person = await accounts(db).where('p.id', '=', id).executeTakeFirst()
  return person && chosenIn(person)
}

/**
 * The language that someone is written to in: the own one, or else that of the organization, which for an address without
 * an account is the one that has the mail sent.
 */
export async function mailLanguageOf(
  db: Db,
  address: string,
  organizationId: OrganizationId,
): Promise<Language> {
  const person = await accounts(db).where('p.email_key', '=', emailKey(address)).executeTakeFirst()
  const chosen = person && chosenIn(person)
  if (chosen) return chosen
  return (await organizationLanguage(db, person?.organization_id ?? organizationId)) ?? DEFAULT_LANGUAGE
}

/** The time zone that the times of a mail are in, found as its language is; UTC, which every account has at first, is no choice. */
export async function mailZoneOf(db: Db, address: string, organizationId: OrganizationId): Promise<string> {
  const person = await accounts(db).where('p.email_key', '=', emailKey(address)).executeTakeFirst()
  if (person && person.timezone !== NO_ZONE) return person.timezone
  const organization = await findOrganization(db, person?.organization_id ?? organizationId)
  const chosen = field(organization?.settings, 'timezone')
  return typeof chosen === 'string' ? chosen : NO_ZONE
}

/** The language that was chosen for an organization; undefined where none was. */
export async function organizationLanguage(db: Db, id: OrganizationId): Promise<Language | undefined> {
  const organization = await findOrganization(db, id)
  return spoken(field(organization?.settings, 'locale'))
}

const accounts = (db: Db) =>
  db
    .selectFrom('person as p')
    .leftJoin('web_settings as w', 'w.person_id', 'p.id')
    .select(['p.organization_id', 'p.locale', 'p.timezone', 'w.settings'])

const chosenIn = ({ locale, settings }: { locale: string; settings: string | null }): Language | undefined =>
  spoken(field(settings, 'language')) ?? (locale === NOT_CHOSEN ? undefined : languageIn(locale))

const field = (json: string | null | undefined, name: string): unknown =>
  json ? (JSON.parse(json) as Record<string, unknown>)[name] : undefined

const spoken = (tag: unknown): Language | undefined => (typeof tag === 'string' ? languageIn(tag) : undefined)
