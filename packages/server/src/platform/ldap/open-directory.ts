import type { Socket } from 'node:net'
import { MINUTE_MS } from '@holdfast/api/time'
import type { Client, Entry, Filter } from 'ldapts'
import type { Outbound } from '../outbound/outbound.ts'
import { openConnection } from './connect.ts'
import { DirectoryError } from './directory-error.ts'
import {
  binaryAttributes,
  type DirectoryGroup,
  type DirectoryPerson,
  groupOf,
  idAttributes,
  isGuid,
  partOf,
  personOf,
} from './entries.ts'
import type { DirectorySettings } from './settings.ts'

const OPERATION_MS = 30_000
/** However a server spreads its answers: a job must end. */
const TOTAL_MS = 5 * MINUTE_MS
const PAGE = 1000
const MAX_ENTRIES = 100_000
const MAX_BYTES = 128 * 1024 * 1024

/** A directory, with the account of the settings signed in. Referrals to other servers are not followed. */
export interface Directory {
  listPersons(): Promise<DirectoryPerson[]>
  listGroups(): Promise<DirectoryGroup[]>
  /** What the entry with this id is called now; undefined unless there is exactly one, whatever the filter finds. */
  findDn(directoryId: string): Promise<string | undefined>
  /** Whether the directory takes this password for the entry. Nothing else can be asked afterwards. */
  isPasswordOf(dn: string, password: string): Promise<boolean>
  /** Throws unless there is an entry at the base. */
  checkBase(): Promise<void>
  /** What the filters find, without keeping it: however much it is, it takes little memory. */
  count(): Promise<Counted>
  close(): Promise<void>
}

export interface Counted {
  persons: number
  groups: number
  /** Those of the persons who have no permanent id or no email address. */
  incomplete: number
}

/** Throws a `DirectoryError` that names what failed, and so do all of its methods. */
export async function openDirectory(
  outbound: Outbound,
  settings: DirectorySettings,
  signal: AbortSignal = AbortSignal.timeout(TOTAL_MS),
): Promise<Directory> {
  return signIn(await openConnection(outbound, settings, signal), settings, signal)
}

/** The same on a connection that is there already, which it closes with the directory. */
export async function signIn(
  socket: Socket,
  settings: DirectorySettings,
  signal: AbortSignal,
): Promise<Directory> {
  const ldap = await import('ldapts')
  const tooLong = () => socket.destroy()
  if (signal.aborted) {
    tooLong()
    throw new DirectoryError('slow')
  }
  signal.addEventListener('abort', tooLong)
  socket.on('data', () => {
    if (socket.bytesRead > MAX_BYTES) socket.destroy()
  })
  let used = false
  const client = new ldap.Client({
    // The connection is there already; the address is for show.
    url: 'ldap://directory',
    timeout: OPERATION_MS,
    createConnection: () => {
      if (used) throw new Error('The connection broke')
      used = true
      return socket
    },
  })
  const close = async () => {
    signal.removeEventListener('abort', tooLong)
    await client.unbind().catch(() => {})
    socket.destroy()
  }
  try {
    if (!(await takesPassword(ldap, client, settings.login, settings.password)))
      throw new DirectoryError('wrong_password')
  } catch (error) {
    await close()
    throw error
  }
  return {
    listPersons: () => listPersons(ldap, client, settings),
    listGroups: () => listGroups(ldap, client, settings),
    findDn: (directoryId) => findDn(ldap, client, settings, directoryId),
    checkBase: () => checkBase(ldap, client, settings),
    count: () => count(ldap, client, settings),
    isPasswordOf: (dn, password) => takesPassword(ldap, client, dn, password),
    close,
  }
}

type Ldap = typeof import('ldapts')

/** RFC 4511, appendix A: the ways in which servers say that a name and a password do not fit. */
const REFUSALS = new Set([19, 32, 34, 48, 49, 50, 53])

async function takesPassword(ldap: Ldap, client: Client, dn: string, password: string): Promise<boolean> {
  // RFC 4513, 5.1.2: with an empty name or password it would be taken for a visit without a name, and succeed.
  if (password === '' || dn === '') return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ldap.ResultCodeError && REFUSALS.has(error.code)) return false
    throw faultOf(ldap, error)
  }
}

function faultOf(ldap: Ldap, error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error
  if (!(error instanceof ldap.ResultCodeError)) return new DirectoryError('lost')
  const { code } = error
  if (code === 32 || code === 34) return new DirectoryError('base_dn_missing')
  if (code === 10) return new DirectoryError('base_dn_elsewhere')
  if (code === 50) return new DirectoryError('base_dn_no_access')
  if (code === 8 || code === 13) return new DirectoryError('encryption_required')
  if (code === 4 || code === 11) return new DirectoryError('incomplete')
  return new DirectoryError('refused', `The server refused the request (LDAP result ${code}).`)
}

/** What a filter finds, page by page: never only a part of it. */
async function* search(
  ldap: Ldap,
  client: Client,
  settings: DirectorySettings,
  filter: string,
  attributes: string[],
): AsyncGenerator<Entry> {
  const options = {
    scope: 'sub' as const,
    filter,
    attributes,
    explicitBufferAttributes: binaryAttributes(settings),
    paged: { pageSize: PAGE },
  }
  let found = 0
  try {
    for await (const page of client.searchPaginated(settings.baseDn, options)) {
      found += page.searchEntries.length
      if (found > MAX_ENTRIES)
        throw new DirectoryError('too_many', `The filter finds more than ${MAX_ENTRIES} entries.`)
      yield* page.searchEntries
    }
  } catch (error) {
    throw faultOf(ldap, error)
  }
}

async function listPersons(
  ldap: Ldap,
  client: Client,
  settings: DirectorySettings,
): Promise<DirectoryPerson[]> {
  const attributes = [
    ...idAttributes(settings),
    settings.mailAttribute,
    settings.firstNameAttribute,
    settings.lastNameAttribute,
    settings.groupNameAttribute,
  ]
  const persons: DirectoryPerson[] = []
  for await (const entry of search(ldap, client, settings, settings.userFilter, attributes))
    persons.push(personOf(entry, settings))
  return persons
}

async function listGroups(
  ldap: Ldap,
  client: Client,
  settings: DirectorySettings,
): Promise<DirectoryGroup[]> {
  const { memberAttribute: member } = settings
  const attributes = [...idAttributes(settings), settings.groupNameAttribute, member]
  const entries: Entry[] = []
  for await (const entry of search(ldap, client, settings, settings.groupFilter, attributes))
    entries.push(entry)
  const groups: DirectoryGroup[] = []
  for (const entry of entries) {
    const members: string[] = []
    let part = partOf(entry, member)
    for (;;) {
      for (const name of part.values) members.push(name)
      if (part.next === undefined) break
      part = await nextPart(ldap, client, entry.dn, member, part.next)
    }
    groups.push(groupOf(entry, settings, members))
  }
  return groups
}

async function nextPart(ldap: Ldap, client: Client, dn: string, member: string, from: number) {
  try {
    const { searchEntries } = await client.search(dn, {
      scope: 'base',
      attributes: [`${member};range=${from}-*`],
    })
    return partOf(searchEntries[0] ?? { dn }, member)
  } catch (error) {
    throw faultOf(ldap, error)
  }
}

async function checkBase(ldap: Ldap, client: Client, { baseDn }: DirectorySettings): Promise<void> {
  try {
    await client.search(baseDn, { scope: 'base', attributes: ['1.1'] })
  } catch (error) {
    throw faultOf(ldap, error)
  }
}

async function count(ldap: Ldap, client: Client, settings: DirectorySettings): Promise<Counted> {
  const counted: Counted = { persons: 0, groups: 0, incomplete: 0 }
  const ids = idAttributes(settings)
  for await (const entry of search(ldap, client, settings, settings.userFilter, [
    ...ids,
    settings.mailAttribute,
  ])) {
    const { directoryId, email } = personOf(entry, settings)
    counted.persons++
    if (directoryId === undefined || email === undefined) counted.incomplete++
  }
  for await (const _group of search(ldap, client, settings, settings.groupFilter, ids)) counted.groups++
  return counted
}

async function findDn(
  ldap: Ldap,
  client: Client,
  settings: DirectorySettings,
  directoryId: string,
): Promise<string | undefined> {
  const ids: Filter[] = idAttributes(settings).map((attribute) => {
    const value = isGuid(attribute) ? Buffer.from(directoryId, 'hex') : directoryId
    return new ldap.EqualityFilter({ attribute, value })
  })
  const filter = new ldap.OrFilter({ filters: ids })
  try {
    const { searchEntries } = await client.search(settings.baseDn, {
      scope: 'sub',
      filter,
      attributes: ['1.1'],
      sizeLimit: 2,
    })
    return searchEntries.length === 1 ? searchEntries[0]?.dn : undefined
  } catch (error) {
    throw faultOf(ldap, error)
  }
}
