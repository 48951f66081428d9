import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVERY_MAIL } from '@holdfast/server/testkit/servers/every-mail'
import { wordsIn } from '../messages/catalogue.ts'
import { type Brand, type MailData, VISITOR } from '../messages/letters/mail-data.ts'
import { withoutLogo } from './letter.ts'
import { checkMessage, type Message } from './mailer.ts'
import { renderMail } from './templates.ts'

const GB = 1024 ** 3
const brand: Brand = { organization: 'Smith & Sons', color: '#aa3300', baseUrl: 'https://files.example.org' }
const locked = { name: 'Ann', until: '2026-05-01T12:30:00', address: '192.0.2.7' }

describe('mail templates', () => {
  it('say when the account is open again, who tried, and what to do', () => {
    const { to, subject, text } = renderMail('account_locked', 'ann@example.org', locked, brand)
    assert.equal(to, 'ann@example.org')
    assert.equal(subject, 'Your Smith & Sons account is temporarily locked')
    assert.match(text, /^Hello Ann,\n\n/)
    assert.match(text, /locked until May 1, 2026, 12:30 PM UTC\./)
    assert.match(text, /from the IP address 192\.0\.2\.7\./)
    assert.match(text, /Tell your administrator/)
    assert.match(text, /\n-- \nSmith & Sons\nhttps:\/\/files\.example\.org\n$/)
  })

  it('leave out an address that is not known', () => {
    const { text, html } = renderMail(
      'account_locked',
      'a@example.org',
      { name: 'Ann', until: locked.until },
      brand,
    )
    assert.doesNotMatch(text + html, /address|undefined/)
  })

  it('say the same in text and HTML', () => {
    const { text, html } = renderMail('account_locked', 'ann@example.org', locked, brand)
    const shown = html
      .slice(html.indexOf('<body'))
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
    for (const paragraph of text.split('\n-- ')[0]?.split('\n\n') ?? [])
      assert.ok(shown.includes(paragraph.trim()))
  })

  it('show a button as a link in both', () => {
    const { text, html } = renderMail('test_message', 'ann@example.org', { name: 'Ann' }, brand)
    assert.match(text, /\nOpen Holdfast: https:\/\/files\.example\.org\n/)
    assert.match(
      html,
      /<a href="https:\/\/files\.example\.org" [^>]*background:#aa3300;color:#ffffff[^>]*>Open Holdfast<\/a>/,
    )
  })

  it('keep the lines of what someone says, which cannot pass for the lines of the mail', () => {
    const shared = {
      from: 'Ann',
      item: 'report.pdf',
      kind: 'file' as const,
      link: 'https://files.example.org/shares/file/x/',
      message: ' Hi,\r\n\r\n\n\n<b>here</b>\nit is\nOpen the file: https://evil.example/\n',
      disclaimer: 'One.\nTwo.',
    }
    const { subject, text, html } = renderMail('link_shared', 'bob@example.org', shared, brand)
    assert.equal(subject, 'Ann shared report.pdf with you')
    assert.match(
      text,
      /^Hello,\n\nAnn \(Smith & Sons\) shared the file “report\.pdf” with you\.\n\nMessage from Ann:\n/,
    )
    assert.match(text, /\n> Hi,\n>\n> <b>here<\/b>\n> it is\n> Open the file: https:\/\/evil\.example\/\n\n/)
    assert.match(
      text,
      /\nOpen file: https:\/\/files\.example\.org\/shares\/file\/x\/\n\nOne\.\nTwo\.\n\n-- \n/,
    )
    assert.match(html, />Hi,<br>\n<br>\n&lt;b&gt;here&lt;\/b&gt;<br>\nit is<br>\n/)
    assert.match(html, />One\.<br>\nTwo\.</)
    assert.match(html, />https:\/\/files\.example\.org\/shares\/file\/x\/<\/a>/, 'the plain link')
  })

  it('say what opens a shared file, and nothing that is not so', () => {
    const told = (given: object) => {
      const shared = {
        from: 'Ann',
        item: 'a.txt',
        kind: 'file' as const,
        link: 'https://x.example/',
        ...given,
      }
      return renderMail('link_shared', 'bob@example.org', shared, brand).text
    }
    assert.match(told({}), /Anyone with the link can open the file/)
    assert.match(told({ hasPassword: true }), /The file is protected by a password\. Ask Ann for it\./)
    const account = 'bob@example.org'
    assert.match(told({ account }), /To open it, sign in as bob@example\.org\./)
    assert.match(
      told({ account, invitationDays: 14 }),
      /An account was created for you: bob@example\.org\. .*choose a password for the account within 14 days/,
    )
    for (const given of [{ hasPassword: true }, { account }, { account, invitationDays: 14 }])
      assert.doesNotMatch(told(given), /Anyone/)
  })

  it('choose a readable text colour for the button', () => {
    const colored = (color: string) =>
      renderMail('test_message', 'a@b.example', { name: 'A' }, { ...brand, color }).html
    assert.match(colored('#ffee00'), /background:#ffee00;color:#000000/)
    assert.match(colored('#fe0'), /background:#fe0;color:#000000/)
    assert.match(colored('#012'), /background:#012;color:#ffffff/)
  })

  it('show the logo in place of the name, or beside it where it is of an organization above', () => {
    const logo = { key: 'abc', width: 480, height: 120, isOwn: true }
    const shown = (given: Partial<Brand>) =>
      renderMail('test_message', 'a@b.example', { name: 'A' }, { ...brand, ...given })
    const own = shown({ logo })
    assert.equal(own.logoKey, 'abc')
    assert.match(own.html, /<img src="cid:logo@holdfast" width="176" height="44" alt="Smith &amp; Sons" /)
    const above = shown({ logo: { ...logo, width: 20, height: 10, isOwn: false } }).html
    assert.match(above, /<img [^>]*width="20" height="10" alt=""[^>]*> Smith &amp; Sons<\/p>/)
    for (const html of [own.html, above])
      assert.equal(withoutLogo(html), shown({}).html, 'the name stays when the logo is gone')
    assert.equal(shown({}).logoKey, undefined)
  })

  it('let no value become markup, style or a header', () => {
    const evil = `"><script>alert('1')</script>\r\nBcc: eve@example.org`
    const hostile = { organization: evil, color: 'red;background:url(//evil)', baseUrl: `https://x/?"'<>&` }
    for (const message of [
      renderMail('account_locked', 'ann@example.org', { name: evil, until: evil, address: evil }, hostile),
      renderMail('test_message', 'ann@example.org', { name: evil }, hostile),
      renderMail('notices', 'ann@example.org', hostileNotices(evil), hostile),
    ]) {
      checkMessage(message)
      assert.doesNotMatch(message.html, /<script|url\(|"https:\/\/x\/\?"/)
      assert.match(message.html, /&quot;&gt;&lt;script&gt;alert\(&#39;1&#39;\)/)
      assert.doesNotMatch(message.text, /^Bcc:/m)
    }
  })

  it('tell of shared files in sections, with how much more there was', () => {
    const at = '2026-05-01T12:30:00'
    const { subject, text, html, unsubscribe } = renderMail(
      'notices',
      'ann@example.org',
      {
        name: 'Ann',
        sections: [
          {
            kind: 'share_changed',
            share: 'Plans',
            lines: [
              { actor: 'Bob', did: 'added', item: '/a.txt', times: 1, at },
              { did: 'deleted', item: '/b.txt', times: 1, at },
            ],
            more: 3,
          },
        ],
        more: 5,
        stop: 'https://files.example.org/notices/stop?token=1.s2.x',
      },
      brand,
    )
    assert.equal(subject, 'Changes in the team share “Plans”')
    assert.equal(unsubscribe, 'https://files.example.org/notices/stop?token=1.s2.x')
    assert.match(
      text,
      /^Changes in the team share “Plans”:\n- Bob added \/a\.txt on May 1, 2026, 12:30 PM UTC\n- \/b\.txt was deleted on May 1, 2026, 12:30 PM UTC\n- and 3 more\n\nPlus 5 more changes in other locations\.\n/m,
    )
    assert.match(html, /<li[^>]*>Bob added \/a\.txt on May 1, 2026, 12:30 PM UTC<\/li>/)
    assert.match(html, /<a href="https:\/\/files\.example\.org\/notices\/stop\?token=1\.s2\.x"/)
  })

  it('name the file in the subject where it is one, and only then', () => {
    const line = (item: string) => ({
      actor: 'A visitor',
      did: 'downloaded' as const,
      item,
      times: 2,
      at: '',
    })
    const subjectOf = (items: string[], more = 0) =>
      renderMail(
        'notices',
        'ann@example.org',
        {
          name: 'Ann',
          sections: [{ kind: 'link_downloaded', lines: items.map(line), more }],
          more: 0,
          stop: 'https://x.example/',
        },
        brand,
      ).subject
    assert.equal(subjectOf(['/In/a.txt']), '“a.txt” was downloaded through a link')
    assert.equal(subjectOf(['/In/a.txt', '/b.txt']), 'Files were downloaded through a link')
    assert.equal(subjectOf(['/In/a.txt'], 1), 'Files were downloaded through a link')
  })
})

describe('mails in German', () => {
  it('are the same kinds as in English', () => {
    assert.deepEqual(
      Object.keys(wordsIn('de').letters).toSorted(),
      Object.keys(wordsIn('en').letters).toSorted(),
    )
  })

  for (const kind of Object.keys(EVERY_MAIL) as (keyof MailData)[])
    it(`tell of ${kind} all that they tell in English, in other words`, () => {
      const [english, german] = (['en', 'de'] as const).map((language) =>
        renderMail(kind, 'ann@example.org', EVERY_MAIL[kind], brand, language),
      ) as [Message, Message]
      for (const part of ['subject', 'text'] as const)
        for (const value of [...valuesIn(EVERY_MAIL[kind]), brand.organization, brand.baseUrl])
          assert.deepEqual(
            [value, isIn(value, german[part])],
            [value, isIn(value, english[part])],
            `${part} of ${kind}`,
          )
      // What somebody wrote stays as it is.
      if (!valuesIn(EVERY_MAIL[kind]).includes(english.subject))
        assert.notEqual(german.subject, english.subject)
      const said = (text: string) => (text.split('\n-- ')[0] ?? '').split('\n').filter(isSentence)
      const inEnglish = new Set(said(english.text))
      assert.deepEqual(
        said(german.text).filter((line) => inEnglish.has(line)),
        [],
        'nothing is left in English',
      )
      assert.match(german.html, /<html lang="de">/)
      checkMessage(german)
    })

  it('have numbers, sizes and days as they are written there', () => {
    const told = <K extends keyof MailData>(kind: K, data: MailData[K]) =>
      renderMail(kind, 'ann@example.org', data, brand, 'de').text
    assert.match(
      told('quota_reached', { name: 'Ann', percent: 90, used: 9.5 * GB, quota: 10 * GB }),
      /deine Dateien belegen 9,5 GB von 10 GB \(90 %\)\./,
    )
    assert.match(told('account_locked', locked), /bis 01\.05\.2026, 12:30 UTC gesperrt\./)
    assert.match(
      told('brake_noticed', { ...EVERY_MAIL.brake_noticed, more: 1 }),
      /in „Clients“ und an 1 weiterem Ort innerhalb/,
    )
  })
})

/** All that a mail is made from, as it is found in every language. */
function valuesIn(data: unknown, name = ''): string[] {
  // Words of ours, which each language has its own for.
  if (['kind', 'did', 'what', 'paused', 'hasPassword'].includes(name)) return []
  if (Array.isArray(data)) return data.flatMap((one) => valuesIn(one))
  if (typeof data === 'object' && data !== null)
    return Object.entries(data).flatMap(([key, value]) => valuesIn(value, key))
  const text = String(data)
  if (text === VISITOR) return []
  return [/^(\d{4})-\d\d-\d\d(?:T.*)?$/.exec(text)?.[1] ?? text]
}
const isIn = (value: string, text: string): boolean =>
  new RegExp(`(?<!\\d)${value.replace(/[^\w ]/g, '\\$&')}(?!\\d)`).test(text)
/** What people say themselves stands in quotes, the organization's small print as it is, and a name may stand alone. */
const isSentence = (line: string): boolean =>
  /[a-z]{3}/.test(line) &&
  ![/^>/, /^- front desk$/, /^For those it was sent to only/].some((own) => own.test(line))

const hostileNotices = (evil: string) => ({
  name: evil,
  sections: [
    {
      kind: 'share_changed' as const,
      share: evil,
      lines: [{ actor: evil, did: 'added' as const, item: evil, times: 1, at: evil }],
      more: 0,
    },
  ],
  more: 0,
  stop: `https://x.example/?token=1`,
})
