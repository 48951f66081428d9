import type { EntryId, SharelinkId } from '@holdfast/api/ids'
import type { GuestKey, PersonKey, ShareKey } from './cast.ts'

/** A link, and how it is used. Weeks count back from now. */
export interface LinkPart {
  share: ShareKey
  folder: string
  /** To the first file of the folder, and not to the folder. */
  ofFile?: boolean
  by: PersonKey
  made: number
  views: number
  /** Nobody has come since. */
  unusedFor?: number
  password?: string
  /** Works for so many days from now. */
  days?: number
  downloads?: number
  /** For this guest alone. */
  guest?: GuestKey
  /** Asks for files. */
  request?: string
}

/** A link as those have it whom it was given to. */
export interface MadeLink {
  part: LinkPart
  id: SharelinkId
  hash: string
  /** A file that it leads to. */
  fileId: EntryId | undefined
  /** How often anybody came. */
  used: number
}

export const LINKS: readonly LinkPart[] = [
  { share: 'office', folder: 'Offers', by: 'ann', made: 30, views: 128 },
  { share: 'hall', folder: 'Plans/Ground floor', by: 'ann', made: 28, views: 36 },
  { share: 'clients', folder: 'N–Z', ofFile: true, by: 'ingrid', made: 18, views: 21, unusedFor: 14 },
  { share: 'hall', folder: 'Photos of the site', by: 'ann', made: 12, views: 30, days: 30 },
  {
    share: 'office',
    folder: 'Travel',
    by: 'carla',
    made: 27,
    views: 6,
    password: 'see you in Porto',
    unusedFor: 15,
  },
  { share: 'hall', folder: 'Models', by: 'ann', made: 20, views: 8, days: 14, downloads: 25 },
  {
    share: 'practice',
    folder: 'Forms',
    by: 'samira',
    made: 20,
    views: 5,
    password: 'second floor',
    unusedFor: 14,
  },
  { share: 'patients', folder: 'Incoming', by: 'samira', made: 8, views: 24, request: 'Referrals' },
  { share: 'practice', folder: 'Applications', by: 'samira', made: 8, views: 6, request: 'Applications' },
  { share: 'hall', folder: 'Plans', by: 'priya', made: 24, views: 40, guest: 'dana' },
  { share: 'hall', folder: 'Minutes', by: 'priya', made: 24, views: 18, guest: 'dana' },
  { share: 'hall', folder: 'Quotes', by: 'priya', made: 22, views: 12, guest: 'marcus' },
  {
    share: 'competitions',
    folder: '{year-1}',
    by: 'priya',
    made: 20,
    views: 4,
    guest: 'marcus',
    unusedFor: 15,
  },
  { share: 'patients', folder: '{year}', ofFile: true, by: 'samira', made: 10, views: 9, guest: 'leila' },
]
