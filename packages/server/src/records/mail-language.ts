import type { OrganizationId } from '@holdfast/api/ids'
import type { Db } from '../platform/db/database.ts'
import { MAIL_LANGUAGES, type MailLanguage } from '../platform/mail/letter.ts'
import { findOrganization } from './organizations.ts'
import { emailKey } from './people.ts'

/** What every account has that nobody has chosen a language for. */
const NOT_CHOSEN = 'en_US'

/**
 * The language that someone is written to in: the one that was chosen in the app, or for the account, or else that of the
 * organization, which for an address without an account is the one that has the mail sent.
 */
export async function mailLanguageOf(
  db: Db,
  address: string,
  organizationId: OrganizationId,
): Promise<MailLanguage> {
  const person = await db
    .selectFrom('person as p')
    .leftJoin('web_settings as w', 'w.person_id', 'p.id')
    .select(['p.organization_id', 'p.locale', 'w.settings'])
    .where('p.email_key', '=', emailKey(address))
    .executeTakeFirst()
  const chosen = spoken(field(person?.settings, 'language'))
  if (chosen) return chosen
  const ofAccount = person && person.locale !== NOT_CHOSEN ? spoken(person.locale) : undefined
  if (ofAccount) return ofAccount
  const organization = await findOrganization(db, person?.organization_id ?? organizationId)
  return spoken(field(organization?.settings, 'locale')) ?? 'en'
}

const field = (json: string | null | undefined, name: string): unknown =>
  json ? (JSON.parse(json) as Record<string, unknown>)[name] : undefined

/** Of `de`, `de_AT` and `de-AT`, the language. */
const spoken = (tag: unknown): MailLanguage | undefined =>
  typeof tag === 'string'
    ? MAIL_LANGUAGES.find((language) => /^[a-z]+/i.exec(tag)?.[0].toLowerCase() === language)
    : undefined
