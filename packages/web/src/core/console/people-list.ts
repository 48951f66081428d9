import { parseCsv } from '../content/csv.ts'

/** What a column of a list can be about. Some are put together, or written as people write them, before they are sent. */
export const LIST_COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'groups',
  'site_admin',
  'mobile_phone',
  'quota_gb',
  'space_quota',
  'locale',
  'timezone',
  'password',
] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]

/** Headings by which columns are known, in English and German, without case, accents and punctuation. */
const HEADINGS: Record<ListColumn, readonly string[]> = {
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'emailadresse', 'mailadresse'],
  first_name: ['firstname', 'first', 'givenname', 'forename', 'vorname', 'rufname'],
  last_name: ['lastname', 'last', 'surname', 'familyname', 'nachname', 'familienname', 'zuname'],
  full_name: ['name', 'fullname', 'displayname', 'vollername', 'vollstandigername', 'anzeigename'],
  groups: ['groups', 'group', 'gruppen', 'gruppe'],
  site_admin: ['siteadmin', 'administrator', 'admin'],
  mobile_phone: [
    ...['mobilephone', 'phone', 'mobile', 'phonenumber', 'cellphone'],
    ...['telefon', 'telefonnummer', 'mobiltelefon', 'mobilnummer', 'handy', 'handynummer'],
  ],
  quota_gb: ['quotagb', 'quotaingb', 'storagegb', 'speicherlimitgb', 'speicherlimitingb'],
  space_quota: ['spacequota'],
  locale: ['locale', 'language', 'sprache'],
  timezone: ['timezone', 'zeitzone'],
  password: ['password', 'passwort', 'kennwort'],
}

/** A row, with the number that a program for tables gives it. */
export interface ListRow {
  number: number
  cells: readonly string[]
}

export interface PeopleList {
  /** Undefined where the first row is of a person already. */
  headings: readonly string[] | undefined
  rows: readonly ListRow[]
  /** How many columns the widest row has. */
  width: number
}

/** What each column is about; undefined where it is left out. Nothing is there twice. */
export type Columns = readonly (ListColumn | undefined)[]

const EMAIL = /^\s*\S+@\S+\s*$/

/** Commas stand in names, too: another one in the first line is what separates. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  return ['\t', ';', ','].find((separator) => plain.includes(separator)) ?? ','
}

/** Rows without anything in them are passed over. */
export function readPeopleList(text: string): PeopleList {
  const all = parseCsv(text, { most: Infinity, separator: separatorOf(text) })
    .map((cells, at) => ({ number: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [first] = all
  const headings = first?.cells.some((cell) => EMAIL.test(cell)) ? undefined : first?.cells
  const width = all.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  return { headings, rows: headings ? all.slice(1) : all, width }
}

/** By the headings, or by what a column without one looks like. */
export function guessColumns({ headings, rows, width }: PeopleList): Columns {
  const columns: (ListColumn | undefined)[] = Array.from({ length: width })
  if (!headings) {
    const at = rows[0]?.cells.findIndex((cell) => EMAIL.test(cell)) ?? -1
    if (at >= 0) columns[at] = 'email'
    return columns
  }
  for (const [at, heading] of headings.entries()) {
    const key = keyOf(heading)
    const column = LIST_COLUMNS.find((name) => HEADINGS[name].includes(key))
    if (column && !columns.includes(column)) columns[at] = column
  }
  const names = columns.indexOf('full_name')
  if (names < 0) return columns
  // “Vorname, Name”: beside a first name it is the last one.
  const isLast = columns.includes('first_name') && !columns.includes('last_name')
  return withColumn(columns, names, isLast ? 'last_name' : hasBoth(columns) ? undefined : 'full_name')
}

const hasBoth = (columns: Columns): boolean => columns.includes('first_name') && columns.includes('last_name')

const keyOf = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** What says the same in another way. */
const SAME: readonly (readonly [ListColumn, ListColumn])[] = [
  ['full_name', 'first_name'],
  ['full_name', 'last_name'],
  ['quota_gb', 'space_quota'],
]
const areSame = (one: ListColumn, other: ListColumn): boolean =>
  one === other || SAME.some((pair) => pair.includes(one) && pair.includes(other))

/** One column is about something else; what was about that before is about nothing. */
export const withColumn = (columns: Columns, at: number, column: ListColumn | undefined): Columns =>
  columns.map((now, index) =>
    index === at ? column : now && column && areSame(now, column) ? undefined : now,
  )

/** What no list can do without. */
export function missingColumns(columns: Columns): readonly ListColumn[] {
  const names: ListColumn[] = columns.includes('full_name') ? [] : ['first_name', 'last_name']
  return [...(['email'] as const), ...names].filter((column) => !columns.includes(column))
}

/** What stands in a row about something. */
export function cellOf(row: ListRow, columns: Columns, column: ListColumn): string {
  const cell = row.cells[columns.indexOf(column)] ?? ''
  // Blanks belong to a password. Lists for programs for tables have an apostrophe before what would be a formula there.
  return column === 'password' ? cell : cell.trim().replace(/^'(?=[=+\-@])/, '')
}

/** The row with another cell; it gets as many as it needs. */
export function withCell(row: ListRow, at: number, value: string): ListRow {
  const cells = Array.from({ length: Math.max(row.cells.length, at + 1) }, (_, n) => row.cells[n] ?? '')
  cells[at] = value
  return { ...row, cells }
}
