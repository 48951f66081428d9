import { inlineType } from '@holdfast/api/files/file-kinds'
import { formatHttpDate, formatUtc } from '@holdfast/api/time'
import { DAV, escapeXml, nameIn } from '../xml/write-xml.ts'
import { lockXml, SUPPORTED_LOCKS } from './locks-xml.ts'
import type { Resource } from './resource.ts'

interface LiveProperty {
  /** XML; undefined where the resource has no such property. */
  read: (resource: Resource, now: number) => string | undefined
  /** Only told if it is asked for by name. */
  isDear?: true
}

const dav = (local: string) => nameIn(DAV, local)

/** The type that a file is sent as. */
export const typeOf = (name: string): string => inlineType(name) ?? 'application/octet-stream'

/** RFC 4918, 15 and RFC 4331: what every resource has, or all files, or all folders. */
export const LIVE: ReadonlyMap<string, LiveProperty> = new Map<string, LiveProperty>([
  [dav('resourcetype'), { read: ({ isFolder }) => (isFolder ? '<d:collection/>' : '') }],
  [dav('displayname'), { read: ({ name }) => escapeXml(name) }],
  [
    dav('creationdate'),
    { read: ({ created }) => (created === undefined ? undefined : `${formatUtc(created)}Z`) },
  ],
  [
    dav('getlastmodified'),
    { read: ({ modified }) => (modified === undefined ? undefined : formatHttpDate(modified)) },
  ],
  [dav('getcontentlength'), { read: ({ isFolder, size }) => (isFolder ? undefined : String(size)) }],
  [dav('getcontenttype'), { read: ({ isFolder, name }) => (isFolder ? undefined : typeOf(name)) }],
  [dav('getetag'), { read: ({ etag }) => etag && escapeXml(etag) }],
  [dav('supportedlock'), { read: ({ locks }) => (locks ? SUPPORTED_LOCKS : undefined) }],
  [
    dav('lockdiscovery'),
    { read: ({ locks, href }, now) => locks?.map((lock) => lockXml(lock, href, now)).join('') },
  ],
  [dav('quota-used-bytes'), { read: ({ quota }) => quota && String(quota.used), isDear: true }],
  [
    dav('quota-available-bytes'),
    {
      read: ({ quota }) => (quota?.available === undefined ? undefined : String(quota.available)),
      isDear: true,
    },
  ],
])

export const QUOTA = [dav('quota-used-bytes'), dav('quota-available-bytes')]
export const LOCKS = [dav('lockdiscovery'), dav('supportedlock')]
