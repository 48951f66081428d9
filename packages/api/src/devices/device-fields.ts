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

export const NOT_CONNECTED = 'Answers 503 `temporarily_unavailable` if the device is not connected.'
export const NOT_CONNECTED_YET = 'A device that is not connected learns of it when it is.'
export const SEALED =
  'User name and password are sealed for the device before they are kept; if it never ran an agent, they are not kept.'

/** For paths on other computers of its network. */
export const credentials = (mark = {}) => ({
  username: Type.Optional(
    Type.String({
      ...mark,
      maxLength: 255,
      description: 'The user name for a path in the network of the device',
    }),
  ),
  password: Type.Optional(
    Type.String({
      ...mark,
      maxLength: 1024,
      description: 'The password for a path in the network of the device',
    }),
  ),
})
