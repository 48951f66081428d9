import type { tablePersons } from '@holdfast/api/accounts/account-tables'
import type { RowOf } from '../../data/console/table.ts'

/** An account as the list has it. */
export type PersonRow = RowOf<typeof tablePersons>
