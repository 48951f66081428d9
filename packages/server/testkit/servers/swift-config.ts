import { userInfo } from 'node:os'
import path from 'node:path'

export const STORAGE_KINDS = ['account', 'container', 'object'] as const
export const KINDS = [...STORAGE_KINDS, 'proxy'] as const
type Kind = (typeof KINDS)[number]
export type Ports = Record<Kind, number>

export const ACCOUNT = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
export const REGION = 'us-east-1'

/** Order matters: a request passes the filters from first to last. */
const FILTERS: Record<string, Record<string, string>> = {
  catch_errors: { use: 'egg:swift#catch_errors' },
  gatekeeper: { use: 'egg:swift#gatekeeper' },
  // What it misses, each request asks the storage servers for; what it does not hear of would be wrong for a minute.
  cache: { use: 'egg:swift#memcache', connect_timeout: '10', pool_timeout: '60', io_timeout: '60' },
  listing_formats: { use: 'egg:swift#listing_formats' },
  s3api: {
    use: 'egg:swift#s3api',
    s3_acl: 'false',
    // A blob is an object: with parts allowed, each that is deleted would be looked for first.
    allow_multipart_uploads: 'false',
    location: REGION,
  },
  tempauth: { use: 'egg:swift#tempauth', user_test_tester: `${ACCOUNT.secretAccessKey} .admin` },
}

export const swiftConfig = () =>
  section('swift-hash', { swift_hash_path_prefix: 'a', swift_hash_path_suffix: 'b' }) +
  section('storage-policy:0', { name: 'default', default: 'yes' })

export const storageConfig = (kind: Kind, dir: string, ports: Ports) =>
  section('DEFAULT', {
    ...common(kind, dir, ports),
    devices: path.join(dir, 'srv'),
    mount_check: 'false',
    recon_cache_path: path.join(dir, 'cache'),
    // A list that hears of a change too late on a busy machine would be updated later, and be wrong until then.
    conn_timeout: '10',
    node_timeout: '60',
    container_update_timeout: '60',
  }) +
  section('pipeline:main', { pipeline: `${kind}-server` }) +
  section(`app:${kind}-server`, { use: `egg:swift#${kind}` })

export const proxyConfig = (dir: string, ports: Ports, cache: string) =>
  section('DEFAULT', common('proxy', dir, ports)) +
  section('pipeline:main', { pipeline: `${Object.keys(FILTERS).join(' ')} proxy-server` }) +
  section('app:proxy-server', {
    use: 'egg:swift#proxy',
    // As long as the others wait: on a busy machine it would give them up, and after some times for a minute.
    conn_timeout: '10',
    node_timeout: '60',
    error_suppression_limit: '1000',
    allow_account_management: 'true',
    account_autocreate: 'true',
  }) +
  Object.entries(FILTERS)
    .map(([name, settings]) =>
      section(`filter:${name}`, name === 'cache' ? { ...settings, memcache_servers: cache } : settings),
    )
    .join('')

const common = (kind: Kind, dir: string, ports: Ports) => ({
  bind_ip: '127.0.0.1',
  bind_port: String(ports[kind]),
  // A taken port must fail at once, so that the start can be tried again with another.
  bind_timeout: '1',
  workers: '0', // none beside the process itself
  user: userInfo().username,
  swift_dir: path.join(dir, 'etc'),
  log_level: 'WARNING',
})

const section = (name: string, settings: Record<string, string>) =>
  `[${name}]\n${Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('')}`
