import type { Entry } from 'ldapts'
import type { DirectorySettings } from './settings.ts'

/** An entry that is to become an account; what it lacks is undefined. */
export interface DirectoryPerson {
  directoryId: string | undefined
  dn: string
  email: string | undefined
  firstName: string
  lastName: string
}

export interface DirectoryGroup {
  directoryId: string | undefined
  dn: string
  name: string
  /** Distinguished names of persons and groups. */
  members: string[]
}

const MAX_NAME = 100
const MAX_ID = 200
const GUID = 'objectGUID'
/** What entries are known by when nothing else is set: OpenLDAP's, then Active Directory's. */
const DEFAULT_IDS = ['entryUUID', GUID]

export const idAttributes = ({ idAttribute }: DirectorySettings): string[] =>
  idAttribute === null ? DEFAULT_IDS : [idAttribute]

/** Attributes whose bytes are no text. */
export const binaryAttributes = (settings: DirectorySettings): string[] => [...idAttributes(settings), GUID]

/** The values of an attribute, whose name the server may write in another case. */
export function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const wanted = attribute.toLowerCase()
  const [, found] =
    Object.entries(entry).find(([name]) => name !== 'dn' && name.toLowerCase() === wanted) ?? []
  return found === undefined ? [] : Array.isArray(found) ? found : [found]
}

const textOf = (value: string | Buffer): string => (Buffer.isBuffer(value) ? value.toString('utf8') : value)

/** On one line, without what a screen or a mail could take for something else. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const nameOf = (entry: Entry, attribute: string): string =>
  [...plain(textOf(valuesOf(entry, attribute)[0] ?? ''))].slice(0, MAX_NAME).join('')

/** Text as it is; bytes in hexadecimal digits. */
export function idOf(entry: Entry, settings: DirectorySettings): string | undefined {
  for (const attribute of idAttributes(settings)) {
    const [value] = valuesOf(entry, attribute)
    if (value === undefined) continue
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value)
    const id = isGuid(attribute) ? bytes.toString('hex') : bytes.toString('utf8')
    // What does not come back as it was could stand for several entries.
    const faithful = isGuid(attribute)
      ? bytes.length === 16
      : Buffer.from(id).equals(bytes) && !/\p{Cc}/u.test(id)
    if (id !== '' && id.length <= MAX_ID && faithful) return id
  }
  return undefined
}

export const isGuid = (attribute: string): boolean => attribute.toLowerCase() === GUID.toLowerCase()

const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/.test(text)

export function personOf(entry: Entry, settings: DirectorySettings): DirectoryPerson {
  const lastName = nameOf(entry, settings.lastNameAttribute)
  const firstName = nameOf(entry, settings.firstNameAttribute)
  return {
    directoryId: idOf(entry, settings),
    dn: entry.dn,
    email: valuesOf(entry, settings.mailAttribute)
      .map((value) => plain(textOf(value)))
      .find(isEmail),
    firstName,
    lastName: lastName || (firstName ? '' : nameOf(entry, settings.groupNameAttribute)),
  }
}

export const groupOf = (entry: Entry, settings: DirectorySettings, members: string[]): DirectoryGroup => ({
  directoryId: idOf(entry, settings),
  dn: entry.dn,
  name: nameOf(entry, settings.groupNameAttribute),
  members,
})

/** Active Directory gives long lists in parts: `member;range=0-1499`, and a star at the end of the last one. */
export interface Part {
  values: string[]
  /** Where the next part begins. */
  next: number | undefined
}

export function partOf(entry: Entry, attribute: string): Part {
  const prefix = `${attribute.toLowerCase()};range=`
  const ranged = Object.keys(entry).find((name) => name.toLowerCase().startsWith(prefix))
  const values = valuesOf(entry, ranged ?? attribute).map(textOf)
  const [, end] = /^\d+-(\d+|\*)$/.exec(ranged?.slice(prefix.length) ?? '') ?? []
  return {
    values,
    next: end === undefined || end === '*' || values.length === 0 ? undefined : Number(end) + 1,
  }
}
