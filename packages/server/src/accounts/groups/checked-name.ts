import { fail } from '../../errors.ts'

/** The name as it is stored. */
export function checkedName(given: string): string {
  const name = given.trim().normalize('NFC')
  return name === '' ? fail('invalid_request', 'Missing required parameter: name') : name
}
