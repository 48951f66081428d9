import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { before, describe, it, type TestContext } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { recordMigration } from '@holdfast/server/testkit/database/probe'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import type { Child } from '@holdfast/server/testkit/servers/children'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import {
  type Finished,
  runCommand,
  type Serving,
  startOnTerminal,
  startServing,
} from '@holdfast/server/testkit/servers/command-line'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { SETTINGS } from '../../platform/config/settings.ts'
import { MIGRATIONS } from '../../platform/db/migrations/migrate.ts'
import { makeSelfSignedCertificate } from '../../platform/tls/self-signed.ts'
import { COMMANDS, type CommandHelp } from '../words/help.ts'

/** What systemd does not try again. */
const DATABASE_FORM = 65

/** One line that a person can act on, and no stack. */
function assertPlainFailure(failed: Finished, ...patterns: RegExp[]): void {
  assert.equal(failed.code, 1)
  assertPlain(failed, ...patterns)
}

function assertPlain({ errors }: Finished, ...patterns: RegExp[]): void {
  assert.equal(errors.split('\n').length, 1, errors)
  for (const pattern of patterns) assert.match(errors, pattern)
}

/** Serves until it is stopped, or the test is over: one that fails would wait for its child for ever. */
async function servingFor(test: TestContext, dir: string, settings?: NodeJS.ProcessEnv): Promise<Serving> {
  const serving = await startServing(dir, settings)
  test.after(() => ended(serving))
  return serving
}

async function ended(child: Child): Promise<void> {
  child.process.kill('SIGTERM')
  await child.ended
}

describe('the command line', () => {
  let dir: string
  before(async () => {
    dir = await makeTempDir()
  })

  it('helps, naming every command and setting', async () => {
    const { code, output, errors } = await runCommand(dir, ['--help'], { HOLDFAST_PORT: 'x' })
    assert.deepEqual({ code, errors }, { code: 0, errors: '' })
    for (const name of Object.keys(SETTINGS)) assert.match(output, new RegExp(`^ +${name} `, 'm'))
    for (const name of Object.keys(COMMANDS)) assert.match(output, new RegExp(`^  ${name} `, 'm'))
    const asked = await Promise.all(
      [
        ['help', 'verify'],
        ['verify', '--help'],
      ].map((args) => runCommand(dir, args)),
    )
    for (const { output } of asked) {
      assert.match(output, /^Usage: holdfast verify \[--content /)
      assert.match(output, /--repair-counters +recalculate all counters/)
      assert.match(output, /^Example:\n {2}holdfast verify --content /m)
    }
  })

  it('explains each option of each command, and has an example of it', () => {
    for (const [name, { usage, options = {}, example }] of Object.entries<CommandHelp>(COMMANDS)) {
      const named = (lines: readonly string[]) => new Set(lines.join(' ').match(/--[a-z-]+/g))
      assert.deepEqual(named(Object.keys(options)), named(usage), name)
      assert.match(example, new RegExp(`^holdfast (--env-file \\S+ )?${name}\\b`))
    }
  })

  it('tells its version', async () => {
    const { code, output } = await runCommand(dir, ['version'])
    assert.equal(code, 0)
    assert.match(output, /^Holdfast \d+\.\d+\.\d+ \(API 2\.\d+\.\d+, Node 24\./)
  })

  it('takes settings from a file, those of the environment before them', async () => {
    await writeFile(path.join(dir, 'env'), 'HOLDFAST_DATA_DIR=from-file\nHOLDFAST_LOG_LEVEL=SECRET\n')
    const given = { HOLDFAST_LOG_LEVEL: 'warn' }
    const migrated = await runCommand(dir, ['--env-file', 'env', 'migrate'], given)
    assert.deepEqual({ code: migrated.code, errors: migrated.errors }, { code: 0, errors: '' })
    assert.ok((await stat(path.join(dir, 'from-file/holdfast.db'))).size > 0)
    const bad = await runCommand(dir, ['migrate', '--env-file=env'])
    assert.match(bad.errors, /HOLDFAST_LOG_LEVEL must be one of/)
    // Node looks for this option too, and is first to miss the file.
    const absent = await runCommand(dir, ['migrate', '--env-file', 'none'])
    assert.notEqual(absent.code, 0)
    assert.match(absent.errors, /none: not found|Cannot read the settings in none/)
  })

  it('needs an installation, which the first start of the service makes', async (test) => {
    assertPlainFailure(await runCommand(dir, ['verify']), /no installation .* yet\. Start the service once/)
    const serving = await servingFor(test, dir)
    assert.equal(await serving.stop(), 0)
    assert.equal((await stat(path.join(dir, 'data/master.key'))).mode & 0o777, 0o600)
  })

  it('issues licence keys that carry their last day', async () => {
    const { code, output } = await runCommand(dir, ['license', 'issue', '2099-12-31'])
    assert.equal(code, 0)
    assert.match(output, /^HF1-2099-12-31-[\w-]{11}-[\w-]{27}$/)
    const settings = { HOLDFAST_DATA_DIR: path.join(dir, 'data') }
    const issue = (...day: string[]) => runCommandHere(['license', ...day], settings)
    assertPlainFailure(await issue('issue', '2099-02-30'), /YYYY-MM-DD/)
    assertPlainFailure(await issue('issue', '2001-01-01'), /is not a day in the future/)
    assertPlainFailure(await issue(), /license issue/)
  })

  it('begins a new epoch each time it is told of a restore', async () => {
    const begin = async () => {
      const { code, output, errors } = await runCommand(dir, ['restored'])
      assert.deepEqual({ code, errors }, { code: 0, errors: '' })
      return /New epoch: ([\w-]{11})\./.exec(output)?.[1]
    }
    const [first, second] = [await begin(), await begin()]
    assert.ok(first)
    assert.notEqual(first, second)
  })

  it('refuses what it does not know, and says what was meant', async () => {
    assertPlainFailure(
      await runCommand(dir, ['frobnicate']),
      /Unknown command “frobnicate”\. Run “holdfast help”/,
    )
    const settings = { HOLDFAST_DATA_DIR: path.join(dir, 'data') }
    assertPlainFailure(await runCommandHere(['import-person'], settings), /Did you mean “import-persons”\?/)
    assertPlainFailure(await runCommandHere(['help', 'serv'], settings), /Did you mean “serve”\?/)
    for (const args of [
      ['resume-retention', 'now'],
      ['serve', '--port=1'],
    ])
      assertPlainFailure(await runCommandHere(args, settings), /takes no arguments/)
    assertPlainFailure(await runCommandHere(['migrate', 'now'], settings), /migrate \[--despite <server>\]/)
    assertPlainFailure(await runCommandHere(['admin', 'promote'], settings), /admin reset-password <email>/)
  })

  it('names every bad and unknown setting at once, and no value', async () => {
    const settings = {
      HOLDFAST_PORT: 'SECRET-1',
      HOLDFAST_ADMIN_PASSWORD: 'SECRET',
      HOLDFAST_SMTP_URL: 'http://SECRET-2',
      HOLDFAST_SMTP_STARTTLS: 'SECRET-2b',
      HOLDFAST_TRUST_PROXY: '127.0.0.1, SECRET-3',
      HOLDFAST_COLOUR: 'SECRET-4',
      HOLDFAST_TLS_KEY: 'SECRET-5',
    }
    const { code, output, errors } = await runCommand(dir, ['serve'], settings)
    assert.equal(code, 78)
    assert.equal(output, '')
    // There is no terminal: a line of the log, like all others.
    const { level, msg, err } = JSON.parse(errors)
    assert.deepEqual([level, err], [60, undefined])
    for (const name of Object.keys(settings)) assert.match(msg, new RegExp(`^${name} |and ${name} `, 'm'))
    assert.doesNotMatch(errors, /SECRET/)
  })

  it('migrates once, and not past a newer version', async () => {
    const settings = { HOLDFAST_DATA_DIR: 'new/data' }
    const names = Object.keys(MIGRATIONS).join(', ')
    const first = await runCommand(dir, ['migrate'], settings)
    assert.deepEqual(first, { code: 0, output: `Applied ${names}.`, errors: '' })
    const second = await runCommand(dir, ['migrate'], settings)
    assert.deepEqual(second, { code: 0, output: 'The database is up to date.', errors: '' })

    const db = await openQuietly({ kind: 'sqlite', file: path.join(dir, 'new/data/holdfast.db') })
    await recordMigration(db, '9999-x')
    await db.close()
    assertPlainFailure(await runCommand(dir, ['migrate'], settings), /newer version of Holdfast \(9999-x\)/)
    const served = await runCommand(dir, ['serve'], settings)
    assert.equal(served.code, DATABASE_FORM)
    assertPlain(served, /newer version of Holdfast \(9999-x\)/)
  })

  it('leaves a database from before the first release as it is', async () => {
    const file = path.join(dir, 'early.db')
    const settings = { HOLDFAST_DATA_DIR: 'early', HOLDFAST_DATABASE_URL: `sqlite:${file}` }
    const db = await openQuietly({ kind: 'sqlite', file })
    await rawSql(db, 'create table migration (name text primary key, applied_at bigint not null)')
    await recordMigration(db, '0001-accounts')
    await db.close()
    const before = await readFile(file)
    for (const [command, code] of [
      ['migrate', 1],
      ['serve', DATABASE_FORM],
    ] as const) {
      const refused = await runCommand(dir, [command], settings)
      assert.equal(refused.code, code)
      assertPlain(refused, /from before the first release.+was not changed.+HOLDFAST_DATABASE_URL/)
    }
    assert.ok((await readFile(file)).equals(before))
  })

  it('says which port is taken and what to do', async (test) => {
    const other = createServer().listen(0, '127.0.0.1')
    test.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const workers of ['1', '2']) {
      const settings = { HOLDFAST_PORT: String(port), HOLDFAST_WORKERS: workers, HOLDFAST_DATA_DIR: 'port' }
      const failed = await runCommand(dir, ['serve'], settings)
      assertPlainFailure(failed, new RegExp(`port ${port} `), /HOLDFAST_PORT/)
    }
  })

  it('says which file or folder it cannot use', async () => {
    await writeFile(path.join(dir, 'file'), '')
    await mkdir(path.join(dir, 'folder.db'))
    const [blocked, noFile, noCertificate] = await Promise.all([
      runCommand(dir, ['serve'], { HOLDFAST_DATA_DIR: 'file/data' }),
      runCommand(dir, ['migrate'], { HOLDFAST_DATABASE_URL: 'sqlite:folder.db' }),
      runCommand(dir, ['serve'], { HOLDFAST_TLS_CERT: 'no.pem', HOLDFAST_TLS_KEY: 'no.pem' }),
    ])
    assertPlainFailure(blocked, /Cannot use/, /file\/data/)
    assertPlainFailure(noFile, /Cannot use the database file/)
    assertPlainFailure(noCertificate, /Cannot use/, /no\.pem/)
  })

  it('says what is wrong with a certificate and its key', async () => {
    const { cert, key } = makeSelfSignedCertificate({ hosts: ['localhost'], now: Date.now(), days: 1 })
    const files = { 'cert.pem': cert, 'key.pem': key, 'no.pem.txt': 'not a certificate' }
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, name), text)
    const other = { cert: environment('TESTKIT_TLS_CERT'), key: environment('TESTKIT_TLS_KEY') }
    const serveWith = async (certFile: string, keyFile: string) => {
      const settings = { HOLDFAST_TLS_CERT: certFile, HOLDFAST_TLS_KEY: keyFile, HOLDFAST_DATA_DIR: 'tls' }
      const { code, errors } = await runCommand(dir, ['serve'], settings)
      assert.equal(code, 78)
      assert.doesNotMatch(errors, /^ +at /m)
      assert.match(errors, /Check HOLDFAST_TLS_CERT and HOLDFAST_TLS_KEY\./)
      return errors
    }
    assert.match(await serveWith('cert.pem', other.key), /cert\.pem does not match the key in/)
    assert.match(await serveWith('no.pem.txt', 'key.pem'), /no\.pem\.txt does not contain a PEM certificate/)
    assert.match(await serveWith('cert.pem', 'no.pem.txt'), /no\.pem\.txt does not contain a PEM private key/)
  })

  it('says when an S3 server cannot be reached', async () => {
    const { code, errors } = await runCommand(dir, ['serve'], {
      HOLDFAST_BLOBS_URL: 's3://files/x?endpoint=http://127.0.0.1:1',
      HOLDFAST_DATA_DIR: 's3',
      AWS_ACCESS_KEY_ID: 'HIDDEN',
      AWS_SECRET_ACCESS_KEY: 'HIDDEN',
    })
    assert.equal(code, 1)
    assert.match(errors, /bucket “files” cannot be used: connect ECONNREFUSED.+Check HOLDFAST_BLOBS_URL/)
    assert.doesNotMatch(errors, /^ +at |HIDDEN/m)
  })

  it('says when a database server cannot be reached', async () => {
    const settings = { HOLDFAST_DATABASE_URL: 'postgres://holdfast:SECRET@127.0.0.1:1/holdfast' }
    const failed = await runCommand(dir, ['migrate'], settings)
    assertPlainFailure(failed, /^Cannot reach a server from the settings: /)
    assert.doesNotMatch(failed.errors, /SECRET/)
  })
})

describe('the first account', () => {
  /** The file that a line of the log names. */
  const toldIn = async (serving: Serving): Promise<string> => {
    const { file } = JSON.parse(await serving.saying(/The first account and its password are in/))
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    return readFile(file, 'utf8')
  }
  const password = (text: string) => /^Password: +(\S+)$/m.exec(text)?.[1] ?? ''
  const signIn = async (url: string, secret: string) => {
    const client = new Client({ baseUrl: url })
    await client.signIn('admin@localhost', secret)
    return client
  }
  const statusOf = async (url: string, client: Client) => {
    const headers = { authorization: `Bearer ${client.session?.accessToken}` }
    return (await fetch(url + getOwnPerson.path, { headers })).status
  }

  it('is told at the first start only, works, and gets a new password by command', async (test) => {
    const dir = await makeTempDir()
    const first = await servingFor(test, dir)
    assert.notEqual(new URL(first.url).port, '0')
    const told = await toldIn(first)
    assert.match(told, new RegExp(`^Address: +${first.url}$`, 'm'))
    assert.match(told, /^Email: +admin@localhost$/m)
    assert.match(told, /shown only once/)
    assert.match(told, /^Master key: .+\/data\/master\.key\nKeep a copy of it/m)
    assert.match(
      told,
      /^Next steps:\n1\. Open https:\S+ in your browser and sign in\.\n2\. .+\n3\. .+\/docs$/m,
    )
    const given = password(told)
    const client = await signIn(first.url, given)
    assert.equal(await statusOf(first.url, client), 200)

    const reset = await runCommand(dir, ['admin', 'reset-password', 'Admin@localhost'])
    assert.equal(reset.code, 0, reset.errors)
    const renewed = /New password for \S+: (\S+)/.exec(reset.output)?.[1] ?? ''
    assert.equal(await statusOf(first.url, client), 401)
    await assert.rejects(signIn(first.url, given), { status: 400 })
    assert.equal(await statusOf(first.url, await signIn(first.url, renewed)), 200)
    assert.equal(await first.stop(), 0)

    const second = await servingFor(test, dir)
    await signIn(second.url, renewed)
    assert.equal(await second.stop('SIGINT'), 0)
    assert.doesNotMatch(second.lines.join('\n'), /first account|password/i)
    for (const secret of [given, renewed])
      assert.ok(!`${first.lines}${first.errors}${second.lines}${second.errors}`.includes(secret))

    const unknown = await runCommand(dir, ['admin', 'reset-password', 'nobody@localhost'])
    assertPlainFailure(unknown, /No account has the email address nobody@localhost/)
  })

  it('may have its password from the settings, which is not printed', async (test) => {
    const dir = await makeTempDir()
    const secret = 'chosen-by-hand'
    const serving = await servingFor(test, dir, { HOLDFAST_ADMIN_PASSWORD: secret })
    await signIn(serving.url, secret)
    assert.equal(await serving.stop(), 0)
    const told = await toldIn(serving)
    assert.match(told, /the one set in HOLDFAST_ADMIN_PASSWORD/)
    assert.ok(![told, ...serving.lines, ...serving.errors].join('\n').includes(secret))
  })

  it('is told on the terminal where there is one, and in no file', async (test) => {
    const dir = await makeTempDir()
    const child = startOnTerminal(dir)
    test.after(() => ended(child))
    const line = await child.saying(/^Password: +\w/)
    assert.match(line, /^Password: +\w{5}(-\w{5}){3}\s*$/)
    await child.saying(/^Master key: /)
    await child.saying(/^3\. Add people/)
    await child.saying(/^─+\s*$/)
    await assert.rejects(stat(path.join(dir, 'data/first-sign-in.txt')), { code: 'ENOENT' })
    await ended(child)
  })
})

describe('a list of persons at the command line', () => {
  it('is shown row by row, and added when told to', async (test) => {
    const dir = await makeTempDir()
    const serving = await servingFor(test, dir, { HOLDFAST_ADMIN_PASSWORD: 'chosen-by-hand' })
    const run = (...args: string[]) => runCommand(dir, ['import-persons', ...args])
    const list = 'email;first_name;last_name;password\r\nann@example.test;Ann;Lee;a phrase of my own\r\n'
    await writeFile(path.join(dir, 'list.csv'), `\ufeff${list}`)
    await writeFile(path.join(dir, 'faulty.csv'), `${list}nobody;No;Body;\r\n`)
    await writeFile(path.join(dir, 'latin1.csv'), Buffer.from(list.replace('Ann', 'Ånn'), 'latin1'))

    const rehearsed = await run('holdfast', 'list.csv')
    assert.deepEqual([rehearsed.code, rehearsed.errors], [0, ''])
    assert.match(rehearsed.output, /^2 +ann@example\.test +would_create$/m)
    assert.match(rehearsed.output, /^1 row: 1 can be created, 0 cannot\. Nothing was changed/m)
    const ann = new Client({ baseUrl: serving.url })
    await assert.rejects(ann.signIn('ann@example.test', 'a phrase of my own'))

    const done = await run('1', 'list.csv', '--commit')
    assert.deepEqual([done.code, done.errors], [0, ''])
    assert.match(done.output, /^2 +ann@example\.test +created +\d+$/m)
    await ann.signIn('ann@example.test', 'a phrase of my own')
    assert.equal((await ann.call(getOwnPerson, {})).company_id, 1)

    const again = await run('holdfast', '--commit', 'faulty.csv')
    assert.deepEqual([again.code, again.errors], [1, ''])
    assert.match(
      again.output,
      /^2 +ann@example\.test +failed +name_conflict: The email address .* is already in use\.$/m,
    )
    assert.match(again.output, /^3 +nobody +failed +invalid_request: .*email$/m)
    assert.match(again.output, /^2 rows: 0 created, 2 failed\.$/m)

    const settings = { HOLDFAST_DATA_DIR: path.join(dir, 'data') }
    const runHere = (...args: string[]) =>
      runCommandHere(
        ['import-persons', ...args.map((arg) => (arg.endsWith('.csv') ? path.join(dir, arg) : arg))],
        settings,
      )
    assertPlainFailure(await runHere('nowhere', 'list.csv'), /No organization has the id or slug “nowhere”/)
    assertPlainFailure(await runHere('holdfast', 'no.csv'), /Cannot read/, /no\.csv/)
    assertPlainFailure(await runHere('holdfast', 'latin1.csv'), /not in UTF-8/)
    for (const args of [[], ['holdfast'], ['holdfast', 'list.csv', 'more'], ['holdfast', '--now']])
      assertPlainFailure(await runHere(...args), /Usage: holdfast import-persons/)
    assert.equal(await serving.stop(), 0)
  })
})
