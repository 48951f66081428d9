import { Type } from 'typebox'

/** How long a path on a device can be, and how many folders, roots and files an answer of one can name. */
export const MAX_DEVICE_PATH = 4096
export const MAX_LISTED_FOLDERS = 10_000
export const MAX_LISTED = 1000

/** What one machine can have of each. */
export const MAX_MAPPINGS = 500
export const MAX_BACKUPS = 100
export const MAX_OPEN_JOBS = 100

export const devicePath = (description: string) => Type.String({ maxLength: MAX_DEVICE_PATH, description })

export const NOT_CONNECTED = 'Returns 503 `temporarily_unavailable` if the device is not connected.'
export const NOT_CONNECTED_YET = 'If the device is not connected, this takes effect when it connects.'
export const SEALED =
  'Username and password are encrypted for the device before they are stored. If it has never run an agent, they are not stored.'

/** For paths on other computers of its network. */
export const credentials = (mark = {}) => ({
  username: Type.Optional(
    Type.String({
      ...mark,
      maxLength: 255,
      description: 'The username for a network path',
    }),
  ),
  password: Type.Optional(
    Type.String({
      ...mark,
      maxLength: 1024,
      description: 'The password for a network path',
    }),
  ),
})
