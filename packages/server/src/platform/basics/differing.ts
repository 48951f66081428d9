import { isDeepStrictEqual } from 'node:util'

/** What of a change is one: fields that are absent, or as they are already, are left out. */
export const differing = <Change extends object>(change: Change, now: Partial<Change>): Partial<Change> =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, now[field as keyof Change]),
    ),
  ) as Partial<Change>
