import { Type } from 'typebox'

/** A moment in the life of a root: the number of a change, or a time, which means the end of that second. */
export const PointField = (description: string, options: object = {}) =>
  Type.Optional(
    Type.String({
      ...options,
      maxLength: 19,
      description: `${description}: the number of a change, or a time as YYYY-MM-DDTHH:MM:SS in UTC`,
    }),
  )
