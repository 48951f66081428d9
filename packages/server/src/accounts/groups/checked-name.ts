import { missing } from '../../errors.ts'

/** The name as it is stored. */
export function checkedName(given: string): string {
  const name = given.trim().normalize('NFC')
  return name === '' ? missing('name') : name
}
