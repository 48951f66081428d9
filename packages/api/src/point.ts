import { Type } from 'typebox'

/** A moment in the life of a root: the number of a change, or a time, which means the end of that second. */
export const PointField = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 19,
      description: `${description}: the number of a change, or YYYY-MM-DDTHH:MM:SS in UTC`,
    }),
  )
