import { isTooLong, withoutForbidden } from '@holdfast/api/files/names'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import { DEFAULT_LANGUAGE, wordsIn } from '../../platform/messages/catalogue.ts'
import { organizationLanguage } from '../../records/languages.ts'
import { checkedName } from '../../records/names.ts'

/** What a share of the files of someone is called, in the language of the organization. Devices keep it in a folder of that name. */
export async function shareNameFor(db: Db, organizationId: OrganizationId, person: string): Promise<string> {
  const words = wordsIn((await organizationLanguage(db, organizationId)) ?? DEFAULT_LANGUAGE)
  const signs = Array.from(words.handedOver(withoutForbidden(person).replace(/\s+/g, ' ').trim()))
  while (isTooLong(signs.join('')) || ['.', ' '].includes(signs.at(-1) ?? '')) signs.pop()
  return checkedName(signs.join(''), 'folder')
}
