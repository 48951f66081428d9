import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import type { Mailer, Message } from './mailer.ts'

export interface MailerUnderTest {
  mailer: Mailer
  /** Every message sent so far, as RFC 5322 text, oldest first. */
  received(): Promise<string[]>
  close(): Promise<void>
}

export const SENDER = 'Örtliche Ablage <files@example.org>'

export const MESSAGE: Message = {
  to: 'ann@example.org',
  subject: 'Grüße aus dem Büro, und noch viel mehr, damit die Zeile umgebrochen werden muss: 東京',
  text: 'Hello Ann,\n\n.a line with a dot first\nnaïve = 100 %, 東京\n',
  html: '<p>Hello <b>Ann</b>, naïve = 100 %, 東京</p>',
}

/** What every mailer must do, whatever becomes of its messages. */
export function mailerContract(open: () => Promise<MailerUnderTest>) {
  let subject: MailerUnderTest
  beforeEach(async () => {
    subject = await open()
  })
  afterEach(async () => {
    await subject.mailer.close()
    await subject.close()
  })

  it('delivers sender, recipient, subject and both bodies unchanged', async () => {
    await subject.mailer.send(MESSAGE)
    const [raw = '', ...others] = await subject.received()
    assert.equal(others.length, 0)
    const mail = parseMail(raw)
    assert.equal(mail.headers.get('from'), SENDER)
    assert.equal(mail.headers.get('to'), MESSAGE.to)
    assert.equal(mail.headers.get('subject'), MESSAGE.subject)
    assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
    assert.ok(mail.headers.has('date') && mail.headers.has('message-id') && mail.headers.has('mime-version'))
    assert.match(mail.headers.get('content-type') ?? '', /^multipart\/alternative;/)
    assert.equal(mail.parts.get('text/plain')?.trimEnd(), MESSAGE.text.trimEnd())
    assert.equal(mail.parts.get('text/html')?.trimEnd(), MESSAGE.html)
  })

  it('delivers many messages sent at once', async () => {
    const subjects = Array.from({ length: 12 }, (_, i) => `message ${String(i).padStart(2, '0')}`)
    await Promise.all(subjects.map((text) => subject.mailer.send({ ...MESSAGE, subject: text })))
    const received = (await subject.received()).map((raw) => parseMail(raw).headers.get('subject'))
    assert.deepEqual(received.toSorted(), subjects)
  })

  it('keeps a subject that looks like markup or an encoded word as it is', async () => {
    const odd = '<b>"x"</b> =?utf-8?Q?no?= & co'
    await subject.mailer.send({ ...MESSAGE, subject: odd })
    const [raw = ''] = await subject.received()
    assert.equal(parseMail(raw).headers.get('subject'), odd)
  })

  it('tells mail programs where a mail is turned off with one click, and only then', async () => {
    const unsubscribe = `https://files.example.org:8443/notices/stop?token=${'42.s17.'.repeat(30)}x_-9`
    await subject.mailer.send({ ...MESSAGE, unsubscribe })
    await subject.mailer.send(MESSAGE)
    const [first, second] = (await subject.received()).map((raw) => parseMail(raw).headers)
    assert.equal(first?.get('list-unsubscribe'), `<${unsubscribe}>`)
    assert.equal(first.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    assert.ok(!second?.has('list-unsubscribe') && !second?.has('list-unsubscribe-post'))
  })

  it('names whom an answer goes to, and only then', async () => {
    await subject.mailer.send({ ...MESSAGE, replyTo: 'bob@example.org' })
    await subject.mailer.send(MESSAGE)
    const [first, second] = (await subject.received()).map((raw) => parseMail(raw).headers)
    assert.deepEqual([first?.get('reply-to'), second?.has('reply-to')], ['bob@example.org', false])
    for (const replyTo of [
      'bob@example.org\r\nBcc: eve@example.org',
      'Bob <bob@example.org>',
      'a@x.org, b@x.org',
    ])
      await assert.rejects(subject.mailer.send({ ...MESSAGE, replyTo }), /one plain address/)
  })

  for (const unsubscribe of [
    'https://x.example/\r\nBcc: eve@example.org',
    'https://x.example/> <mailto:eve@example.org',
    'http://x.example/',
    '',
  ]) {
    it(`refuses to be turned off at ${JSON.stringify(unsubscribe)}`, async () => {
      await assert.rejects(subject.mailer.send({ ...MESSAGE, unsubscribe }), /plain https address/)
      assert.deepEqual(await subject.received(), [])
    })
  }

  for (const subjectLine of ['a\r\nBcc: eve@example.org', 'a\nb', 'a\rb']) {
    it(`refuses the subject ${JSON.stringify(subjectLine)}`, async () => {
      await assert.rejects(subject.mailer.send({ ...MESSAGE, subject: subjectLine }), /line breaks/)
      assert.deepEqual(await subject.received(), [])
    })
  }

  const recipients = [
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@example.org\n',
    'ann@example.org, eve@example.org',
    'ann@example.org <eve@example.org>',
    '"a b"@example.org',
    'ann',
    '',
  ]
  for (const to of recipients) {
    it(`refuses the recipient ${JSON.stringify(to)}`, async () => {
      await assert.rejects(subject.mailer.send({ ...MESSAGE, to }), /one plain address/)
      assert.deepEqual(await subject.received(), [])
    })
  }
}

/** Just enough of RFC 5322, 2045 and 2047 to read back what we send. */
export function parseMail(raw: string): { headers: Map<string, string>; parts: Map<string, string> } {
  assert.doesNotMatch(raw, /[^\r]\n/, 'lines must end in CR LF')
  const { headers, body } = splitMail(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  assert.ok(boundary, 'the mail has parts')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMail(part.replace(/^\r\n/, '')))
    .map((part) => [part.headers.get('content-type')?.split(';')[0] ?? '', decodeBody(part)] as const)
  return { headers, parts: new Map(parts) }
}

function splitMail(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const
  })
  return { headers: new Map(headers), body: raw.slice(end + 4) }
}

function decodeBody({ headers, body }: ReturnType<typeof splitMail>): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  const plain = encoding === 'quoted-printable' ? decodeHex(body.replace(/=\r\n/g, '')) : body
  return plain.replaceAll('\r\n', '\n')
}

function decodeWords(value: string): string {
  const joined = value.replace(/(=\?utf-8\?[qb]\?[^?]*\?=) +(?==\?utf-8\?)/gi, '$1')
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString()
      : decodeHex(text.replaceAll('_', ' ')),
  )
}

function decodeHex(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
