import type { Fault } from '../../core/console/fates.ts'
import { consoleWords } from '../../messages/console/console-words.ts'

/** What is wrong with a row, and what to do about it. */
export function faultWords({ why, column, row = 0, said = '' }: Fault): string {
  const words = consoleWords().peopleImport.faults
  switch (why) {
    case 'twice':
      return words.twice(row)
    case 'invalid':
      return column && column !== 'email' ? words[column] : words.email
    case 'other':
      return said
    default:
      return words[why]
  }
}
