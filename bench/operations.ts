import { type HoldfastData, MANY, type NginxData, SMALL, uploadRequest } from './data.ts'
import type { Request } from './load.ts'

/** One thing to measure. */
export interface Operation {
  name: string
  /** The unit of CPU time that suits it. */
  unit: 'ms' | 's'
  /** The most CPU time that one may cost. */
  goal?: number
  /** In one round. */
  requests: number
  connections: number
  /** Of a large transfer, whose speed is given in bytes. */
  bytes?: number
  holdfast: Request
  /** What comes nearest; absent where nothing does. */
  nginx?: Request
}

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const READERS = 8
/** With --quick, rounds are this much shorter. */
const QUICK = 8

export interface Scale {
  quick: boolean
  largeMib: number
}

export function operations(data: HoldfastData, nginx: NginxData, scale: Scale): Operation[] {
  const count = (requests: number) => (scale.quick ? Math.ceil(requests / QUICK) : requests)
  return [
    ...reads(data, nginx, count),
    ...uploads(data, nginx, count),
    smallDownload(data, count),
    zip(data, count),
    ...webdav(data, nginx, count),
    ...largeTransfers(data, scale.largeMib * MIB),
  ]
}

/** The one that is measured a second time with the log of requests on. */
export const LOGGED = 'file metadata'

type Count = (requests: number) => number

function reads(data: HoldfastData, nginx: NginxData, count: Count): Operation[] {
  const { rootId, many } = data
  const folder = `/api/2/files/${rootId}/folder/${many.id}`
  const headers = [data.authorization]
  const metadata = many.files.map(({ id }) => `/api/2/files/${rootId}/${id}`)
  return [
    {
      name: 'version (no token, no database)',
      unit: 'ms',
      requests: count(16_000),
      connections: READERS,
      holdfast: { paths: ['/api/2/version'], status: 200 },
    },
    {
      name: LOGGED,
      unit: 'ms',
      goal: 0.2,
      requests: count(12_000),
      connections: READERS,
      holdfast: { paths: metadata, headers, status: 200 },
      nginx: { paths: many.files.map((_, n) => `/meta/${n}.json`), status: 200 },
    },
    {
      name: `folder of ${MANY} with children`,
      unit: 'ms',
      goal: 2.5,
      requests: count(800),
      connections: READERS,
      holdfast: { paths: [folder], headers, status: 200 },
      nginx: { paths: ['/many/'], status: 200 },
    },
    {
      name: `folder of ${MANY}, unchanged (304)`,
      unit: 'ms',
      goal: 0.2,
      requests: count(12_000),
      connections: READERS,
      holdfast: { paths: [`${folder}?hash=${many.hash}`], headers, status: 304 },
      nginx: { paths: ['/meta/0.json'], headers: [`If-None-Match: ${nginx.etag}`], status: 304 },
    },
  ]
}

function uploads(data: HoldfastData, nginx: NginxData, count: Count): Operation[] {
  const paths = nginx.uploadFolders.map((folder) => `/${folder}/file-{n}.dat`)
  const upload = {
    unit: 'ms',
    goal: 0.5,
    holdfast: { ...uploadRequest(data.rootId, data.uploadFolders, SMALL), headers: [data.authorization] },
    nginx: { method: 'PUT', paths, body: { size: SMALL }, status: 201 },
  } as const
  return [
    { ...upload, name: 'upload 4 KiB, 1 connection', requests: count(1_600), connections: 1 },
    { ...upload, name: 'upload 4 KiB, 32 connections', requests: count(6_400), connections: 32 },
    {
      ...{ unit: 'ms', name: 'upload 4 KiB, eight folders deep', requests: count(1_600), connections: 1 },
      holdfast: { ...uploadRequest(data.rootId, data.deepFolders, SMALL), headers: [data.authorization] },
    },
  ]
}

function smallDownload(data: HoldfastData, count: Count): Operation {
  const { files } = data.many
  return {
    name: 'download 4 KiB',
    unit: 'ms',
    goal: 0.2,
    requests: count(12_000),
    connections: READERS,
    holdfast: {
      paths: files.map(({ id }) => `/api/2/files/${data.rootId}/${id}/download`),
      headers: [data.authorization],
      status: 200,
    },
    nginx: { paths: files.map(({ name }) => `/many/${name}`), status: 200 },
  }
}

/** The same files, as programs get at them that speak WebDAV. */
function webdav({ program, many }: HoldfastData, nginx: NginxData, count: Count): Operation[] {
  const home = '/dav/My%20files'
  const files = many.files.map(({ name }) => `${home}/Many/${name}`)
  const find = { method: 'PROPFIND', status: 207 }
  return [
    {
      ...{ name: `WebDAV: list of ${MANY}, all properties`, unit: 'ms', goal: 10 },
      ...{ requests: count(400), connections: READERS },
      holdfast: { ...find, paths: [`${home}/Many/`], headers: [program, 'Depth: 1'] },
    },
    {
      ...{ name: 'WebDAV: properties of a file', unit: 'ms', goal: 0.25 },
      ...{ requests: count(8_000), connections: READERS },
      holdfast: { ...find, paths: files, headers: [program, 'Depth: 0'] },
    },
    {
      ...{ name: 'WebDAV: download 4 KiB', unit: 'ms' },
      ...{ requests: count(12_000), connections: READERS },
      holdfast: { paths: files, headers: [program], status: 200 },
      nginx: { paths: many.files.map(({ name }) => `/many/${name}`), status: 200 },
    },
    {
      ...{ name: 'WebDAV: upload 4 KiB, 1 connection', unit: 'ms' },
      ...{ requests: count(1_600), connections: 1 },
      holdfast: {
        ...{ method: 'PUT', headers: [program], body: { size: SMALL }, status: 201 },
        paths: nginx.uploadFolders.map((_, n) => `${home}/Uploads%20${n}/dav-{n}.dat`),
      },
      nginx: {
        ...{ method: 'PUT', body: { size: SMALL }, status: 201 },
        paths: nginx.uploadFolders.map((folder) => `/${folder}/dav-{n}.dat`),
      },
    },
  ]
}

function zip(data: HoldfastData, count: Count): Operation {
  return {
    name: `zip of ${MANY} files of 4 KiB`,
    unit: 's',
    goal: 0.3,
    requests: count(16),
    connections: 1,
    holdfast: {
      paths: [`/api/2/files/${data.rootId}/folder/${data.many.id}/download`],
      headers: [data.authorization],
      status: 200,
    },
  }
}

function largeTransfers(data: HoldfastData, bytes: number): Operation[] {
  const headers = [data.authorization]
  const size = bytes % GIB === 0 ? `${bytes / GIB} GiB` : `${bytes / MIB} MiB`
  const large = { unit: 's', requests: 1, connections: 1, bytes } as const
  return [
    {
      ...large,
      name: `upload ${size}`,
      goal: (3.0 * bytes) / GIB,
      holdfast: { ...uploadRequest(data.rootId, [data.largeFolder], bytes), headers },
      nginx: { method: 'PUT', paths: ['/large/file-{n}.dat'], body: { size: bytes }, status: 201 },
    },
    {
      ...large,
      name: `download ${size}`,
      goal: (1.6 * bytes) / GIB,
      holdfast: { paths: [`/api/2/files/${data.rootId}/${data.largeFile}/download`], headers, status: 200 },
      nginx: { paths: ['/large/file'], status: 200 },
    },
    {
      ...large,
      name: `download ${size}, first read`,
      // In turns by the number of the request, of which each round takes one or two: another file each time.
      holdfast: {
        paths: data.unreadFiles.map((id) => `/api/2/files/${data.rootId}/${id}/download`),
        headers,
        status: 200,
      },
      nginx: { paths: ['/large/file'], status: 200 },
    },
  ]
}
