const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** Whether a statement failed because a unique index already holds the value, on either database. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNIQUE.has(String(error.code))

/** The column whose unique index refused a value, when it was one of a single column. */
export function violatedColumn(error: unknown): string | undefined {
  if (!isUniqueViolation(error)) return undefined
  const { message, detail } = error as { message: string; detail?: string }
  // PostgreSQL: Key (slug)=(acme) already exists. SQLite: UNIQUE constraint failed: organization.slug
  return (/^Key \((\w+)\)=/.exec(detail ?? '') ?? /^UNIQUE constraint failed: \w+\.(\w+)$/.exec(message))?.[1]
}

/** Whether a statement failed because there is no such table, on either database. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '42P01' || /^no such table: /.test(error.message))
