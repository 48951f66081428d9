import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkMessage } from './mailer.ts'
import { type Brand, renderMail } from './templates.ts'

const brand: Brand = { organization: 'Smith & Sons', color: '#aa3300', baseUrl: 'https://files.example.org' }
const locked = { name: 'Ann', until: '2026-05-01T12:30:00', address: '192.0.2.7' }

describe('mail templates', () => {
  it('say when the account is open again, who tried, and what to do', () => {
    const { to, subject, text } = renderMail('account_locked', 'ann@example.org', locked, brand)
    assert.equal(to, 'ann@example.org')
    assert.equal(subject, 'Sign-in to your Smith & Sons account is blocked for now')
    assert.match(text, /^Hello Ann,\n\n/)
    assert.match(text, /blocked until 2026-05-01 12:30:00 UTC\./)
    assert.match(text, /from the network address 192\.0\.2\.7\./)
    assert.match(text, /tell your administrator/)
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
    assert.match(text, /\nOpen Smith & Sons: https:\/\/files\.example\.org\n/)
    assert.match(
      html,
      /<a href="https:\/\/files\.example\.org" [^>]*background:#aa3300;color:#ffffff[^>]*>Open Smith &amp; Sons<\/a>/,
    )
  })

  it('choose a readable text colour for the button', () => {
    const colored = (color: string) =>
      renderMail('test_message', 'a@b.example', { name: 'A' }, { ...brand, color }).html
    assert.match(colored('#ffee00'), /background:#ffee00;color:#000000/)
    assert.match(colored('#fe0'), /background:#fe0;color:#000000/)
    assert.match(colored('#012'), /background:#012;color:#ffffff/)
  })

  it('let no value become markup, style or a header', () => {
    const evil = `"><script>alert('1')</script>\r\nBcc: eve@example.org`
    const hostile = { organization: evil, color: 'red;background:url(//evil)', baseUrl: `https://x/?"'<>&` }
    for (const message of [
      renderMail('account_locked', 'ann@example.org', { name: evil, until: evil, address: evil }, hostile),
      renderMail('test_message', 'ann@example.org', { name: evil }, hostile),
    ]) {
      checkMessage(message)
      assert.doesNotMatch(message.html, /<script|url\(|"https:\/\/x\/\?"/)
      assert.match(message.html, /&quot;&gt;&lt;script&gt;alert\(&#39;1&#39;\)/)
      assert.doesNotMatch(message.text, /^Bcc:/m)
    }
  })
})
