import { createPerson } from '@holdfast/api/accounts/people'
import { MAX_LIST_BYTES, MAX_LIST_ROWS } from '@holdfast/api/accounts/people-import'
import type { OrganizationId } from '@holdfast/api/ids'
import { type Static, Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import { paramsDecoder } from '../../platform/parameters.ts'
import type { PersonToAdd } from '../people/add-person.ts'
import { type CsvRow, type Refuse, readCsv } from './csv.ts'

const { company_id, system_admin, dept_shares, ...fields } = createPerson.params.properties
const Columns = Type.Object({
  ...fields,
  groups: Type.Optional(Type.String()),
})
const REQUIRED = ['email', 'first_name', 'last_name'] as const
const MIB = 1024 * 1024

const decode = paramsDecoder(Columns)

/** Someone on a list, with groups by name as well as by id. */
export interface ListedPerson extends PersonToAdd {
  groupNames: readonly string[]
}

/** A row of a list: a person, or what is wrong with it. */
export interface ListRow {
  /** The line at which it begins. */
  line: number
  /** As it stands there, for those who look for the row by it. */
  email: string
  person: ListedPerson | ApiError
}

/** A parameter that was refused, where it is a column. */
export const listColumn = (parameter = ''): string | null =>
  Object.hasOwn(Columns.properties, parameter) ? parameter : null

/** Refuses what is no list of persons at all. */
export function readList(text: string, organizationId: OrganizationId, refuse: Refuse): ListRow[] {
  if (Buffer.byteLength(text) > MAX_LIST_BYTES)
    refuse(`the list can be up to ${MAX_LIST_BYTES / MIB} MiB; split it into smaller ones`)
  let columns: string[] | undefined
  const rows: ListRow[] = []
  for (const row of readCsv(text, refuse)) {
    if (columns === undefined) columns = columnsOf(row, refuse)
    else if (rows.length < MAX_LIST_ROWS) rows.push(listRow(columns, row, organizationId, refuse))
    else refuse(`the list can have up to ${MAX_LIST_ROWS} rows; split it into smaller ones`)
  }
  return columns ? rows : refuse('the list is empty')
}

function columnsOf({ cells }: CsvRow, refuse: Refuse): string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase())
  if (columns.includes('system_admin'))
    refuse('a list cannot create system administrators; remove the column system_admin')
  const unknown = columns.filter((column) => !Object.hasOwn(Columns.properties, column))
  if (unknown.length > 0) refuse(`unknown columns: ${unknown.map(shown).join(', ')}`)
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  if (missing.length > 0) refuse(`missing columns: ${missing.join(', ')}`)
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined) refuse(`duplicate column: ${twice}`)
  return columns
}

const shown = (name: string): string => (name === '' ? '(no name)' : name.slice(0, 100))

function listRow(
  columns: readonly string[],
  { line, cells }: CsvRow,
  organizationId: OrganizationId,
  refuse: Refuse,
): ListRow {
  const email = cells[columns.indexOf('email')]?.trim() ?? ''
  try {
    if (cells.length !== columns.length)
      refuse(`the row has ${cells.length} values, but the header has ${columns.length}`)
    return { line, email, person: personOf(columns, cells, organizationId) }
  } catch (error) {
    if (error instanceof ApiError) return { line, email, person: error }
    throw error
  }
}

/** By the rules for the parameters of `create_person`. */
function personOf(
  columns: readonly string[],
  cells: readonly string[],
  organizationId: OrganizationId,
): ListedPerson {
  const raw: Record<string, unknown> = Object.create(null)
  // A password is taken as it stands; around all else blanks mean nothing.
  for (const [index, column] of columns.entries())
    raw[column] = column === 'password' ? cells[index] : cells[index]?.trim()
  // A bar needs no quotes in any list, a comma does in some.
  if (typeof raw.group_ids === 'string') raw.group_ids = raw.group_ids.replaceAll('|', ',')
  const { first_name, last_name, generate_password, ...others } = decode(raw) as Static<typeof Columns>
  const { site_admin, create_root, group_ids, groups, send_welcome_email, ...rest } = others
  return {
    ...rest,
    organizationId,
    firstName: first_name,
    lastName: last_name,
    generatePassword: generate_password || rest.password === undefined,
    siteAdmin: site_admin ?? false,
    systemAdmin: false,
    createRoot: create_root,
    groupIds: group_ids ?? [],
    groupNames: namesIn(groups ?? ''),
    shareIds: [],
    sendWelcomeEmail: send_welcome_email ?? false,
  }
}

const namesIn = (groups: string): string[] =>
  groups
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
