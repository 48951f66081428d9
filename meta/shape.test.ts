import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { ERRORS } from '@holdfast/api/errors'

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_LINES = 300
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const find = (...patterns: string[]): string[] =>
  globSync(patterns, {
    cwd: ROOT,
    exclude: ({ name, parentPath }) =>
      /^(node_modules|dist|\.git)$/.test(name) || (/^data(-demo)?$/.test(name) && parentPath === ROOT),
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort()

const SOURCES = find('packages/*/src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
const matching = (files: readonly string[], pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(read(file)))

/** Tables of facts: their length is that of what they describe. */
const DATA = /^packages\/api\/src\/(specification|extensions)\.ts$/

/** Files that may touch the global Date, and why. None but the first reads the clock. */
const DATES: Record<string, string> = {
  'packages/agent/src/service/clock.ts': 'the one clock of the agent, also as it hangs on the wall',
  'packages/server/src/service/opening/open-context.ts':
    'the one clock, from which everything else is told the time',
  'packages/api/src/time.ts': 'turns instants into the texts of the API and back',
  'packages/server/src/files/reading/zip/zip-writer.ts': 'zips have a form of time of their own',
  'packages/server/src/http/pages/scripts/local-times.ts':
    'runs in browsers, and shows the times of a page in their time zone',
  'packages/server/src/http/pages/scripts/upload.ts':
    'runs in browsers, and tells the time that a file has there',
  'packages/server/src/platform/mail/outbox.ts':
    'gives nodemailer the date of a mail, which it takes as a Date only',
  'packages/server/src/platform/mail/outbox-file.ts': 'names files by the time it was given',
  'packages/web/src/platform/clock.ts': 'the one clock of the app',
  'packages/web/src/files/upload/tree.ts': 'names a pasted picture by the time on the wall',
  'packages/server/src/platform/tls/self-signed.ts': 'writes the validity of a certificate as ASN.1 has it',
}

/** The codes of the specification, in its order. */
const SPECIFIED = `
  invalid_request insecure_transport invalid_date_format invalid_datetime_format invalid_name invalid_extension
  name_too_long no_file_received password_unchanged access_denied missing_totp invalid_totp
  password_reset_token_expired forbidden account_locked license_expired trial_expired not_found name_conflict
  policy_error resource_locked user_limit_exceeded root_deleted unknown temporarily_unavailable
  redirect_uri_mismatch`
  .trim()
  .split(/\s+/)

const TOKEN_ENDPOINT = 'RFC 6749, 5.2: what OAuth libraries look for at the token endpoint'
const TUS = 'tus 1.0 has statuses of its own for what its clients must tell apart'
/** Codes that we had to add, and why. */
const OURS: Record<string, string> = {
  method_not_allowed: 'the specification has the status 405 but names no code',
  range_not_satisfiable: 'RFC 9110, 15.5.17: downloads take ranges, of which the specification says nothing',
  missing_chunks: 'ours: a file made of chunks that were not sent',
  not_empty: 'ours: a folder that is to be deleted while empty',
  upload_offset_mismatch: TUS,
  upload_busy: TUS,
  upload_too_large: TUS,
  tus_version_unsupported: TUS,
  unsupported_media_type: TUS,
  checksum_mismatch: TUS,
  ver_conflict: 'ours: changes that name the version they mean',
  cursor_reset: 'following changes is an extension, and no code of the specification says to begin anew',
  invalid_grant: TOKEN_ENDPOINT,
  invalid_client: TOKEN_ENDPOINT,
  unsupported_grant_type: TOKEN_ENDPOINT,
  unauthorized_client: TOKEN_ENDPOINT,
  invalid_scope: TOKEN_ENDPOINT,
}

/** Files that may connect to elsewhere, and who says where to: never someone who only uses the service. */
const OUTWARD: Record<string, string> = {
  'packages/server/src/http/pages/scripts/docs-pages.ts':
    'runs in browsers, and loads what search looks through from the same site',
  'packages/server/src/http/pages/scripts/upload.ts': 'runs in browsers, and asks the page that it is on',
  'packages/server/src/platform/blobs/s3.ts': 'a setting',
  'packages/server/src/platform/db/open-elsewhere.ts': 'a setting',
  'packages/server/src/platform/db/postgres-client.ts': 'a setting',
  'packages/server/src/platform/db/postgres-news.ts': 'a setting',
  'packages/server/src/platform/db/postgres-pool.ts': 'a setting',
  'packages/server/src/platform/db/postgres.ts': 'a setting',
  'packages/server/src/platform/ldap/connect.ts': 'an administrator, and each address is checked',
  'packages/server/src/platform/mail/outbox.ts': 'nobody: it writes files',
  'packages/server/src/platform/mail/smtp.ts': 'a setting',
  'packages/server/src/platform/outbound/connect.ts': 'an administrator, and each address is checked',
  'packages/server/src/platform/outbound/outbound.ts': 'an administrator, and each address is checked',
  'packages/server/src/platform/sms/gateway.ts': 'a setting',
}
const CONNECTING =
  /\bfetch\(|\bfrom '(pg|nodemailer|undici)'|import\('@aws-sdk\/|\b(connect|request|get)\b[^\n]*from 'node:(net|tls|https?|http2|dgram)'/

describe('source files', () => {
  it('are found', () => assert.ok(SOURCES.length > 50))

  it(`have at most ${MAX_LINES} lines`, () => {
    const lines = (file: string) => read(file).trimEnd().split('\n').length
    const long = SOURCES.filter((file) => !DATA.test(file) && lines(file) > MAX_LINES)
    assert.deepEqual(long, [])
  })

  it('leave the environment to config.ts', () => {
    assert.deepEqual(matching(SOURCES, /\bprocess\.env\b/), [
      'packages/agent/src/service/environment.ts',
      'packages/server/src/platform/config/config.ts',
    ])
  })

  it('take the time as given, and leave its forms to few', () => {
    assert.deepEqual(matching(SOURCES, /\bnew Date\(|\bDate\.now\b/), Object.keys(DATES).sort())
    assert.deepEqual(matching(SOURCES, /\bnew Date\(\)|\bDate\.now\b/), [
      'packages/agent/src/service/clock.ts',
      'packages/server/src/service/opening/open-context.ts',
      'packages/web/src/platform/clock.ts',
    ])
  })

  it('take chance as given', () => {
    assert.deepEqual(matching(SOURCES, /\bMath\.random\b/), [])
  })

  it('connect to elsewhere in few places', () => {
    const ofServer = SOURCES.filter((file) => file.startsWith('packages/server/'))
    assert.deepEqual(matching(ofServer, CONNECTING), Object.keys(OUTWARD))
  })

  it('end sign-ins in one place (ADR 0062)', () => {
    const ending = /\.set\(\{[^}]*\brevoked_at\b/
    assert.deepEqual(matching(SOURCES, ending), ['packages/server/src/records/end-sign-ins.ts'])
  })

  it('are named after what they hold, in kebab case', () => {
    const odd = SOURCES.filter(
      (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.contract|\.d)?\.tsx?$/.test(path.basename(file)),
    )
    assert.deepEqual(odd, [])
    const vague = SOURCES.filter((file) => /\/(utils?|helpers?|common|misc|index)\.ts$/.test(file))
    assert.deepEqual(vague, [])
  })

  it('export by name, one thing at a time', () => {
    assert.deepEqual(matching(SOURCES, /^export (default\b|\* from\b)/m), [])
  })

  it('put nothing off', () => {
    assert.deepEqual(matching(find('packages/**/*.*'), /\b(TODO|FIXME|XXX)\b/), [])
  })
})

describe('the routes of an area', () => {
  it('have the path of its contract', () => {
    const CONTRACTS = 'packages/api/src/'
    const ROUTES = 'packages/server/src/http/api/'
    const contracts = SOURCES.filter(
      (file) => file.startsWith(CONTRACTS) && / = operation\(/.test(read(file)),
    )
    const routes = find(`${ROUTES}**/*.ts`).map((file) => file.slice(ROUTES.length))
    assert.deepEqual(routes, contracts.map((file) => file.slice(CONTRACTS.length)).sort())
    for (const file of routes)
      assert.match(read(ROUTES + file), new RegExp(`from '@holdfast/api/${file.replace(/\.ts$/, '')}'`), file)
  })
})

describe('error codes', () => {
  it('are the specification’s and a few of ours', () => {
    assert.deepEqual(Object.keys(ERRORS).sort(), [...SPECIFIED, ...Object.keys(OURS)].sort())
  })
})

describe('the repository', () => {
  it('installs from whichever registry npm is set to', () => {
    assert.deepEqual(matching(['package-lock.json'], /"resolved": "http/), [])
    const texts = find('**/*.*', '.npmrc', '.ci/*').filter((file) => !/\.(png|jpe?g|ico|woff2?)$/.test(file))
    assert.ok(texts.includes('.npmrc') && texts.includes('package-lock.json'))
    assert.deepEqual(matching(texts, /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|^registry *=/m), [])
  })

  it('depends on few packages, each in one version that was looked at', () => {
    const needed = find('package.json', 'packages/*/package.json').flatMap((file) =>
      Object.entries<string>(JSON.parse(read(file)).dependencies ?? {}),
    )
    assert.ok(needed.length > 5 && needed.length <= 40, `${needed.length} packages`)
    for (const [name, version] of needed) assert.match(version, /^\d+\.\d+\.\d+$/, name)
    const { packages } = JSON.parse(read('package-lock.json'))
    for (const [place, { link, integrity }] of Object.entries<{ link?: boolean; integrity?: string }>(
      packages,
    ))
      if (/(^|\/)node_modules\//.test(place) && !link) assert.match(integrity ?? '', /^sha512-/, place)
    assert.match(read('scripts/bootstrap.mjs'), /'--ignore-scripts'/)
  })

  it('lists every component that is locked, by its version and hash', async () => {
    const { sbomOf } = await import(new URL('../scripts/sbom.mjs', import.meta.url).href)
    const lock = JSON.parse(read('package-lock.json'))
    const { bomFormat, specVersion, components } = sbomOf(lock)
    assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6'])
    const listed = new Map<string, { scope: string; hashes: { alg: string; content: string }[] }>(
      components.map((one: { purl: string }) => [one.purl, one]),
    )
    assert.equal(listed.size, components.length)
    for (const [place, { link, version, integrity }] of Object.entries<Record<string, string>>(
      lock.packages,
    )) {
      if (!place.includes('node_modules/') || link) continue
      const name = place.replace(/^.*node_modules\//, '').replace('@', '%40')
      const { hashes } = listed.get(`pkg:npm/${name}@${version}`) ?? assert.fail(place)
      const hash = Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')
      assert.equal(`sha512-${hash}`, integrity, place)
    }
    const scopeOf = (start: string) => [...listed].find(([purl]) => purl.startsWith(start))?.[1].scope
    assert.deepEqual([scopeOf('pkg:npm/fastify@'), scopeOf('pkg:npm/typescript@')], ['required', 'excluded'])
  })
})
