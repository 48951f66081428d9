import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { IdOf, type OrganizationId } from './ids.ts'

/** What the lists of administrators have in common: pages by cursor, sorts, filters, CSV. */

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const MAX_TABLE_ROWS = 100
/** How many rows a CSV has at most. */
export const MAX_CSV_ROWS = 100_000
/** How many rows a request looks at, at most, to find those that its filters let through. */
export const MAX_SEARCHED = 20_000
/** Up to how many matches are counted. */
export const MAX_COUNTED = 10_000

const COUNTS = ['exact', 'at_least', 'unknown'] as const
const FORMATS = ['json', 'csv'] as const

const enumOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })

/** The two orders of a sort: `name` and `-name`. */
export type SortOf<Name extends string> = Name | `-${Name}`

/** The parameters that every such list takes; the first sort is the one it has by itself. */
export const tableParams = <const Name extends string>(sorts: readonly [Name, ...Name[]]) => ({
  organization_id: IdOf<OrganizationId>(),
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The start of a name, of a word in a name, or of an email address',
    }),
  ),
  sort: enumOf<SortOf<Name>>([...sorts, ...sorts.map((name) => `-${name}` as const)], {
    default: sorts[0],
    description: '`-` before the name sorts descending',
  }),
  below: Type.Boolean({ default: false, description: 'Include child organizations, at any depth' }),
  limit: Type.Integer({ minimum: 1, maximum: MAX_TABLE_ROWS, default: MAX_TABLE_ROWS }),
  cursor: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: '`cursor` or `back` of an answer to the same search, sort and filters',
    }),
  ),
  start: Type.Optional(
    Type.String({ maxLength: 100, description: 'Where to begin in a list that is sorted by name' }),
  ),
  count: Type.Boolean({
    default: false,
    description: `Count the matches, up to ${MAX_COUNTED}. Without search and filters, \`total\` is always there`,
  }),
  format: enumOf(FORMATS, {
    default: 'json',
    description: `\`csv\` returns all pages, up to ${MAX_CSV_ROWS} rows`,
  }),
  columns: Type.Optional(
    Type.Array(Type.String(), { maxItems: 50, description: 'The fields in the CSV, in this order' }),
  ),
})

/** What every row has, beside what the list is about. */
export const tableRow = <Properties extends TProperties>(properties: Properties) => ({
  ...properties,
  organization: Type.Object({ id: IdOf<OrganizationId>(), name: Type.String() }),
})

export const tablePage = <Row extends TSchema>(row: Row, title: string) =>
  Type.Object(
    {
      type: Type.Literal('table_page'),
      results: Type.Array(row),
      cursor: nullable(Type.String({ description: 'The next page; null after the last' })),
      back: nullable(Type.String({ description: 'The page before; null before the first' })),
      total: nullable(Type.Integer({ minimum: 0 })),
      total_is: enumOf(COUNTS),
      at: nullable(
        Type.String({ description: 'When the figures were taken, in UTC, if they are not of now' }),
      ),
      searched: nullable(
        Type.Integer({
          description: `The number of rows that were searched, if the page ends early because of it (${MAX_SEARCHED})`,
        }),
      ),
    },
    { title },
  )

/** A page of any such list, as code that serves all of them sees it. */
export type TablePage<Row> = Omit<Static<ReturnType<typeof tablePage>>, 'results'> & { results: Row[] }
