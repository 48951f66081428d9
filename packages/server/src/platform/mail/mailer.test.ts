import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { makeSelfSignedCertificate } from '../tls/self-signed.ts'
import { type MailerUnderTest, MESSAGE, mailerContract, parseMail, SENDER } from './mailer.contract.ts'
import { openOutboxMailer } from './outbox.ts'
import { mayBePlain, openSmtpMailer } from './smtp.ts'

const NOW = Date.UTC(2026, 4, 1, 12, 30)
const trusted = makeSelfSignedCertificate({ hosts: ['127.0.0.1'], now: Date.now(), days: 1 })
const untrusted = makeSelfSignedCertificate({ hosts: ['127.0.0.1'], now: Date.now(), days: 1 })
// Beside those that are trusted already: other tests may share this process.
tls.setDefaultCACertificates([...tls.getCACertificates('default'), trusted.cert])

interface Post {
  port: number
  received: { raw: string; to: string[]; secure: boolean; user: string | undefined }[]
  close(): Promise<void>
}

async function startPost(options: SMTPServerOptions): Promise<Post> {
  const received: Post['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@')
        ? done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      stream.toArray().then((chunks) => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        const user = session.user ? String(session.user) : undefined
        received.push({ raw: Buffer.concat(chunks).toString(), to, secure: session.secure, user })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {}) // clients that hang up on purpose
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function smtpUnderTest(scheme: string, options: SMTPServerOptions): Promise<MailerUnderTest> {
  const post = await startPost(options)
  return {
    mailer: openSmtpMailer(`${scheme}://127.0.0.1:${post.port}`, SENDER),
    received: async () => post.received.map(({ raw }) => raw),
    close: post.close,
  }
}

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }

describe('SMTP mailer, plain', () => mailerContract(() => smtpUnderTest('smtp', plain)))
describe('SMTP mailer, STARTTLS', () => mailerContract(() => smtpUnderTest('smtp', trusted)))
describe('SMTP mailer, TLS', () => mailerContract(() => smtpUnderTest('smtps', { ...trusted, secure: true })))

describe('SMTP mailer', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  async function start(options: SMTPServerOptions) {
    const post = await startPost(options)
    open.push(post)
    return post
  }
  function mailerAt(...[url, options]: [string, Parameters<typeof openSmtpMailer>[2]?]) {
    const mailer = openSmtpMailer(url, SENDER, options)
    open.push(mailer)
    return mailer
  }

  it('rejects when the server refuses the recipient, and goes on with the next message', async () => {
    const post = await start(plain)
    const mailer = mailerAt(`smtp://127.0.0.1:${post.port}`)
    await assert.rejects(mailer.send({ ...MESSAGE, to: 'nobody@example.org' }), { responseCode: 550 })
    await mailer.send(MESSAGE)
    assert.deepEqual(
      post.received.map(({ to }) => to),
      [['ann@example.org']],
    )
  })

  it('rejects when the server cannot be reached', async () => {
    const post = await startPost(plain)
    await post.close()
    await assert.rejects(mailerAt(`smtp://127.0.0.1:${post.port}`).send(MESSAGE), /ECONNREFUSED/)
  })

  it('rejects when the server never speaks', { timeout: 10_000 }, async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    open.push({ close: async () => void silent.close() })
    const { port } = silent.address() as AddressInfo
    await assert.rejects(mailerAt(`smtp://127.0.0.1:${port}`, { timeout: 50 }).send(MESSAGE), {
      code: 'ETIMEDOUT',
    })
  })

  it('takes STARTTLS when offered', async () => {
    const post = await start(trusted)
    for (const starttls of [undefined, 'required', 'if-offered'] as const)
      await mailerAt(`smtp://127.0.0.1:${post.port}`, { starttls }).send(MESSAGE)
    assert.deepEqual(
      post.received.map(({ secure }) => secure),
      [true, true, true],
    )
  })

  it('sends nothing as plain text to another machine, unless told', async () => {
    const post = await start(plain)
    const here = `smtp://ann:p%40ss%2Fword@127.0.0.1:${post.port}`
    // A name that ends up here, but does not say so.
    const there = here.replace('127.0.0.1', '0.0.0.0')
    const refused = /offers no STARTTLS.*HOLDFAST_SMTP_STARTTLS=if-offered/
    await assert.rejects(mailerAt(there).send(MESSAGE), refused)
    await assert.rejects(mailerAt(here, { starttls: 'required' }).send(MESSAGE), refused)
    assert.deepEqual(post.received, [])
    await mailerAt(here).send(MESSAGE)
    await mailerAt(there, { starttls: 'if-offered' }).send(MESSAGE)
    assert.equal(post.received.length, 2)
    assert.deepEqual(
      [mayBePlain(there, 'if-offered'), mayBePlain(there, undefined), mayBePlain(here, 'if-offered')],
      [true, false, false],
    )
  })

  it('refuses a certificate it cannot trust, whatever the URL asks for', async () => {
    const post = await start(untrusted)
    const tlsPost = await start({ ...untrusted, secure: true })
    for (const url of [`smtp://127.0.0.1:${post.port}`, `smtps://127.0.0.1:${tlsPost.port}`]) {
      for (const query of ['', '?tls.rejectUnauthorized=false', '?ignoreTLS=true']) {
        await assert.rejects(mailerAt(url + query).send(MESSAGE), /self-signed certificate/)
      }
    }
    assert.deepEqual([...post.received, ...tlsPost.received], [])
  })

  it('signs in with the user and password of the URL', async () => {
    const post = await start(trusted)
    await mailerAt(`smtp://ann%40example.org:p%40ss%2Fword@127.0.0.1:${post.port}`).send(MESSAGE)
    assert.equal(post.received[0]?.user, 'ann@example.org')
    await assert.rejects(mailerAt(`smtp://ann:wrong@127.0.0.1:${post.port}`).send(MESSAGE), { code: 'EAUTH' })
  })

  it('refuses other URLs without repeating them', () => {
    for (const url of [
      '',
      'mail.example.org',
      'https://u:secret@mail.example.org',
      'smtp://u:secret@',
      'smtp://u:secret@[',
    ]) {
      assert.throws(
        () => openSmtpMailer(url, SENDER),
        (error: Error) => error.message.includes('smtps://host') && !JSON.stringify(error).includes('secret'),
      )
    }
    assert.throws(() => openSmtpMailer('smtp://localhost', 'a@b\r\nBcc: c@d'), /line breaks/)
  })
})

describe('outbox mailer', () => {
  let base: string
  let dir: string
  let logged: { details: object; message: string }[]
  const log = { info: (details: object, message: string) => void logged.push({ details, message }) }
  beforeEach(async () => {
    base = await mkdtemp(path.join(tmpdir(), 'outbox-'))
    dir = path.join(base, 'var', 'outbox')
    logged = []
  })
  afterEach(() => rm(base, { recursive: true }))

  const open = () =>
    openOutboxMailer(
      dir,
      SENDER,
      () => NOW,
      () => 'x7k',
      log,
    )
  const listed = () => readdir(dir).catch(() => [])

  describe('as a mailer', () =>
    mailerContract(async () => ({
      mailer: open(),
      received: async () =>
        Promise.all((await listed()).sort().map((file) => readFile(path.join(dir, file), 'utf8'))),
      close: async () => {},
    })))

  it('names files by time and order, and dates the message by the clock', async () => {
    const mailer = open()
    await mailer.send(MESSAGE)
    await mailer.send({ ...MESSAGE, subject: 'second' })
    const files = (await listed()).sort()
    assert.deepEqual(files, ['20260501T123000.000Z-000000-x7k.eml', '20260501T123000.000Z-000001-x7k.eml'])
    const second = parseMail(await readFile(path.join(dir, files[1] ?? ''), 'utf8'))
    assert.equal(second.headers.get('subject'), 'second')
    assert.equal(second.headers.get('date'), 'Fri, 01 May 2026 12:30:00 +0000')
  })

  it('lets only the owner read folder and files', async () => {
    await open().send(MESSAGE)
    const [file = ''] = await listed()
    assert.equal((await stat(dir)).mode & 0o777, 0o700)
    assert.equal((await stat(path.join(dir, file))).mode & 0o777, 0o600)
  })

  it('logs recipient and subject, never the body', async () => {
    await open().send({ ...MESSAGE, subject: 'Your key', text: 'SECRET', html: '<p>SECRET</p>' })
    const file = '20260501T123000.000Z-000000-x7k.eml'
    assert.deepEqual(logged, [
      { details: { to: MESSAGE.to, subject: 'Your key', file }, message: 'mail written to the outbox' },
    ])
  })

  it('rejects, logs nothing and leaves nothing when the folder cannot be written', async () => {
    await writeFile(path.join(base, 'var'), 'not a folder')
    await assert.rejects(open().send(MESSAGE), { code: 'ENOTDIR' })
    assert.deepEqual(logged, [])
    assert.deepEqual(await readdir(base), ['var'])
  })
})
