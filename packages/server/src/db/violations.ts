const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** Whether a statement failed because a unique index already holds the value, on either database. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNIQUE.has(String(error.code))
