import { MINUTE_MS } from '@holdfast/api/time'
import type { Client, Entry, Filter } from 'ldapts'
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
  close(): Promise<void>
}

/** Throws a `DirectoryError` that names what failed, and so do all of its methods. */
export async function openDirectory(settings: DirectorySettings): Promise<Directory> {
  const ldap = await import('ldapts')
  const socket = await openConnection(settings)
  const tooLong = setTimeout(() => socket.destroy(), TOTAL_MS)
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
    clearTimeout(tooLong)
    await client.unbind().catch(() => {})
    socket.destroy()
  }
  try {
    if (!(await takesPassword(ldap, client, settings.login, settings.password)))
      throw new DirectoryError('credentials', 'The login or its password is wrong.')
  } catch (error) {
    await close()
    throw error
  }
  return {
    listPersons: () => listPersons(ldap, client, settings),
    listGroups: () => listGroups(ldap, client, settings),
    findDn: (directoryId) => findDn(ldap, client, settings, directoryId),
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
  if (!(error instanceof ldap.ResultCodeError))
    return new DirectoryError('connection', 'The connection was lost, or the answer took too long.')
  if (error.code === 32 || error.code === 34) return new DirectoryError('base_dn', 'There is no such entry.')
  if (error.code === 10) return new DirectoryError('base_dn', 'It is on another server.')
  if (error.code === 50) return new DirectoryError('base_dn', 'The login does not have access to it.')
  if (error.code === 8 || error.code === 13)
    return new DirectoryError('connection', 'The server requires encryption. Set ssl or start_tls.')
  if (error.code === 4 || error.code === 11)
    return new DirectoryError('answer', 'The server returns only some of the entries for this login.')
  return new DirectoryError('answer', `The server refused the request (LDAP result ${error.code}).`)
}

async function search(
  ldap: Ldap,
  client: Client,
  settings: DirectorySettings,
  filter: string,
  attributes: string[],
): Promise<Entry[]> {
  const entries: Entry[] = []
  const options = {
    scope: 'sub' as const,
    filter,
    attributes,
    explicitBufferAttributes: binaryAttributes(settings),
    paged: { pageSize: PAGE },
  }
  try {
    for await (const page of client.searchPaginated(settings.baseDn, options)) {
      for (const entry of page.searchEntries) entries.push(entry)
      if (entries.length > MAX_ENTRIES)
        throw new DirectoryError('answer', `The filter finds more than ${MAX_ENTRIES} entries.`)
    }
  } catch (error) {
    throw faultOf(ldap, error)
  }
  return entries
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
  const entries = await search(ldap, client, settings, settings.userFilter, attributes)
  return entries.map((entry) => personOf(entry, settings))
}

async function listGroups(
  ldap: Ldap,
  client: Client,
  settings: DirectorySettings,
): Promise<DirectoryGroup[]> {
  const { memberAttribute: member } = settings
  const attributes = [...idAttributes(settings), settings.groupNameAttribute, member]
  const entries = await search(ldap, client, settings, settings.groupFilter, attributes)
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
