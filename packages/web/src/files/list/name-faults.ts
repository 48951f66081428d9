import { faultsInName, forbiddenInName, isTooLong } from '@holdfast/api/files/names'
import { t } from '../../messages/words.ts'

/** All that keeps an item from having a name, a sentence each: whoever repairs one thing is not told the next. */
export function faultsOf(name: string): string[] {
  const words = t.nameFaults
  const tooLong = t.errors.byCode.name_too_long
  return [
    ...faultsInName(name).map((fault) =>
      fault === 'characters' ? words.characters(forbiddenInName(name).join(' ')) : words[fault],
    ),
    ...(isTooLong(name) && tooLong ? [tooLong] : []),
  ]
}
