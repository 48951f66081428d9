import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { SETTINGS } from './settings.ts'

const read = (env: Record<string, string>) => readConfig(env, '/srv/app')

/** The lines of the error that these settings give. */
function problems(env: Record<string, string>): string[] {
  try {
    read(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

describe('settings', () => {
  it('have defaults that need nothing installed', () => {
    assert.deepEqual(read({}), {
      host: '127.0.0.1',
      port: 8443,
      baseUrl: undefined,
      dataDir: '/srv/app/data',
      database: { kind: 'sqlite', file: '/srv/app/data/holdfast.db' },
      blobs: { kind: 'disk', dir: '/srv/app/data/blobs' },
      masterKeyFile: '/srv/app/data/master.key',
      backup: undefined,
      tls: undefined,
      trustProxy: [],
      connectionsPerNetwork: 2000,
      outboundAllow: [],
      scrubPercentPerDay: 1,
      showBackups: false,
      thumbnails: true,
      offlineLists: true,
      adminEmail: 'admin@localhost',
      adminPassword: undefined,
      smtpUrl: undefined,
      smtpStarttls: undefined,
      mailFrom: 'Holdfast <holdfast@localhost>',
      smsUrl: undefined,
      workers: 1,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      logLevel: 'info',
      logAddresses: 'full',
    })
  })

  it('that are empty count as not given', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
    assert.deepEqual(read(empty), read({}))
  })

  it('of other programs are left alone', () => {
    assert.deepEqual(read({ PATH: '/bin', PORT: 'x', holdfast_port: 'x' }), read({}))
  })

  it('are taken as given', () => {
    const config = read({
      HOLDFAST_HOST: '::',
      HOLDFAST_PORT: '0',
      HOLDFAST_BASE_URL: 'https://files.example.test/',
      HOLDFAST_TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,::1 , fd00::/8',
      HOLDFAST_ADMIN_EMAIL: 'ann@example.test',
      HOLDFAST_ADMIN_PASSWORD: ' eight chars ',
      HOLDFAST_SMTP_URL: 'smtps://user:p%40ss@mail.example.test:465',
      HOLDFAST_SMS_URL: 'http://localhost:9/send',
      HOLDFAST_THUMBNAILS: 'off',
      HOLDFAST_OFFLINE_LISTS: 'off',
      HOLDFAST_WORKERS: '64',
      HOLDFAST_LOG_LEVEL: 'silent',
    })
    assert.equal(config.host, '::')
    assert.equal(config.port, 0)
    assert.equal(config.baseUrl, 'https://files.example.test')
    assert.deepEqual(config.trustProxy, ['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8'])
    assert.equal(config.adminEmail, 'ann@example.test')
    assert.equal(config.adminPassword, ' eight chars ')
    assert.equal(config.smtpUrl, 'smtps://user:p%40ss@mail.example.test:465')
    assert.equal(config.smsUrl, 'http://localhost:9/send')
    assert.equal(config.thumbnails, false)
    assert.equal(config.offlineLists, false)
    assert.equal(config.workers, 64)
    assert.equal(config.logLevel, 'silent')
  })
})

describe('paths in settings', () => {
  it('are relative to the working folder, and the rest to the data folder', () => {
    const config = read({
      HOLDFAST_DATA_DIR: '../my data',
      HOLDFAST_TLS_CERT: 'tls/cert.pem',
      HOLDFAST_TLS_KEY: '/etc/key.pem',
    })
    assert.equal(config.dataDir, '/srv/my data')
    assert.deepEqual(config.database, { kind: 'sqlite', file: '/srv/my data/holdfast.db' })
    assert.deepEqual(config.blobs, { kind: 'disk', dir: '/srv/my data/blobs' })
    assert.deepEqual(config.tls, { certFile: '/srv/app/tls/cert.pem', keyFile: '/etc/key.pem' })
  })

  const PATHS: [given: string, meant: string][] = [
    ['x', '/srv/app/x'],
    ['./x.db', '/srv/app/x.db'],
    ['../x.db', '/srv/x.db'],
    ['/var/lib/x.db', '/var/lib/x.db'],
    ['///var/lib/x.db', '/var/lib/x.db'],
    ['./my files/x y.db', '/srv/app/my files/x y.db'],
    ['/var/100%/a?b#c', '/var/100%/a?b#c'],
    ['daten/größe', '/srv/app/daten/größe'],
  ]
  for (const [given, meant] of PATHS)
    it(`may be written ${given} after the scheme`, () => {
      const { database } = read({ HOLDFAST_DATABASE_URL: `sqlite:${given}` })
      assert.deepEqual(database, { kind: 'sqlite', file: meant })
      assert.deepEqual(read({ HOLDFAST_DATABASE_URL: `SQLite:${given}` }).database, database)
      const { blobs } = read({ HOLDFAST_BLOBS_URL: `file:${given}` })
      assert.deepEqual(blobs, { kind: 'disk', dir: meant })
      assert.deepEqual(read({ HOLDFAST_BLOBS_URL: `FILE:${given}` }).blobs, blobs)
    })
})

describe('addresses in settings', () => {
  for (const url of ['postgres://ann:pw@db/holdfast', 'postgresql:///holdfast?host=/run/postgresql'])
    it(`may be ${url}`, () =>
      assert.deepEqual(read({ HOLDFAST_DATABASE_URL: url }).database, { kind: 'postgres', url }))

  const s3 = { kind: 's3', bucket: 'files', prefix: '', endpoint: undefined, region: undefined }
  const BUCKETS: [url: string, location: object][] = [
    ['s3://files', s3],
    ['s3://files/', s3],
    ['s3://My_Files.2', { ...s3, bucket: 'My_Files.2' }],
    ['s3://files/a/b/', { ...s3, prefix: 'a/b' }],
    ['s3://files/my blobs', { ...s3, prefix: 'my blobs' }],
    ['s3://files?region=eu-central-1', { ...s3, region: 'eu-central-1' }],
    [
      's3://files/x?endpoint=http://127.0.0.1:9000&region=local',
      { ...s3, prefix: 'x', endpoint: 'http://127.0.0.1:9000', region: 'local' },
    ],
    [
      's3://files?endpoint=https%3A%2F%2Fs3.example.test%3A9000',
      { ...s3, endpoint: 'https://s3.example.test:9000' },
    ],
  ]
  for (const [url, location] of BUCKETS)
    it(`may be ${url}`, () => assert.deepEqual(read({ HOLDFAST_BLOBS_URL: url }).blobs, location))
})

describe('settings that cannot be meant', () => {
  const BAD: Record<string, string[]> = {
    HOLDFAST_PORT: ['x', '-1', '65536', '8443.5', ' ', '0x50', '1e3', '+1'],
    HOLDFAST_WORKERS: ['0', '65', 'two'],
    HOLDFAST_THUMBNAILS: ['no', 'ON', '1'],
    HOLDFAST_OFFLINE_LISTS: ['no', 'ON', '1'],
    HOLDFAST_BASE_URL: [
      'files',
      'http://files',
      'https://',
      'https://me@files',
      'https://files?x',
      'https://files#x',
    ],
    HOLDFAST_DATABASE_URL: [
      'sqlite:',
      'sqlite://x.db',
      'x.db',
      'mysql://db',
      'file:x.db',
      'postgres',
      ' sqlite:x',
    ],
    HOLDFAST_BLOBS_URL: [
      'file:',
      'file://x',
      'blobs',
      's3:',
      's3://',
      's3:///x',
      'http://files',
      's3://key:pw@files',
      's3://files:9000',
      's3://files#x',
      's3://files/%zz',
      's3://files?endpiont=http://x',
      's3://files?endpoint=localhost:9000',
      's3://files?endpoint=',
    ],
    HOLDFAST_TRUST_PROXY: [
      'proxy',
      '10.0.0',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      '10.0.0.1;::1',
    ],
    HOLDFAST_ADMIN_EMAIL: ['ann', 'ann@', '@example.test', 'ann smith@example.test'],
    HOLDFAST_ADMIN_PASSWORD: ['seven77'],
    HOLDFAST_SMTP_URL: ['mail', 'smtp:mail', 'http://mail', 'smtp://'],
    HOLDFAST_MAIL_FROM: ['nobody', 'a@b\nBcc: c@d'],
    HOLDFAST_SMS_URL: ['ftp://sms', 'sms'],
    HOLDFAST_LOG_LEVEL: ['loud', 'INFO'],
  }
  for (const [name, values] of Object.entries(BAD))
    for (const value of values)
      it(`are refused: ${name}=${JSON.stringify(value)}`, () => {
        const found = problems({ [name]: value })
        assert.equal(found.length, 1)
        assert.match(found[0] ?? '', new RegExp(`^${name} (must|has|can) `))
      })

  it('include one half of a certificate', () => {
    const message = ['HOLDFAST_TLS_CERT and HOLDFAST_TLS_KEY must be set together']
    assert.deepEqual(problems({ HOLDFAST_TLS_CERT: 'x' }), message)
    assert.deepEqual(problems({ HOLDFAST_TLS_KEY: 'x', HOLDFAST_TLS_CERT: '' }), message)
  })

  it('include misspelt ones', () => {
    assert.deepEqual(problems({ HOLDFAST_PROT: '1' }), ['HOLDFAST_PROT is not a known setting'])
  })

  it('are all named at once, without their values', () => {
    const values = Object.fromEntries(Object.keys(BAD).map((name) => [name, 'TOP SECRET']))
    const env = { ...values, HOLDFAST_ADMIN_PASSWORD: 'TOP', HOLDFAST_TLS_KEY: 'TOP', HOLDFAST_X: 'TOP' }
    const found = problems(env)
    assert.equal(found.length, Object.keys(env).length)
    for (const name of Object.keys(env)) assert.ok(found.some((line) => line.includes(name)))
    assert.doesNotMatch(found.join('\n'), /TOP/)
  })
})
