/** A value of a form, empty if it is not a single piece of text. PostgreSQL would choke on a NUL or half a character. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : ''
