import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { setWebSettings } from '@holdfast/api/files/preferences'
import { shareFile } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { FormBrowser, type Shown } from '@holdfast/server/testkit/browser/form-browser'
import { headingOf, sharedFolder } from '@holdfast/server/testkit/browser/link-pages'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { stopAddress, stopKey } from '../../../sharing/notices/stop-token.ts'

/** Words that are the same in both languages. */
const SAME = ['Name', 'Code', 'Uploads', 'release.pub']
/** What people, organizations and files are called in these tests, and what is typed into terminals. */
const NAMES =
  /^(Holdfast|localhost:\d+|Organization \d+|Pat Doe \d+|Photo Printer|Prints what you have\.|printer\.example\.test|[\w.-]+\.(txt|mjs)|[\w.-]+@example\.test|Shared|Sub|the plan|(curl|wget|holdfast-agent) .*|holdfast-agent-.*|\(?[\d.]+ [KM]B\)?|SHA-256 .*|[0-9A-F:]{95}|[a-z_]+)$/

/** All that a page says, also to those who do not see it. */
const textsOf = ({ text }: Shown): string[] => {
  const plain = text.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
  const spoken = [...plain.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
    ([, one = '']) => one,
  )
  const shown = plain.slice(plain.indexOf('<body')).split(/<[^>]*>/)
  return [...spoken, ...shown].map((one) => one.trim()).filter((one) => /[a-zäöü]{3}/i.test(one))
}
const languageIn = ({ text }: Shown): string | undefined => /<html lang="(\w+)"/.exec(text)?.[1]

for (const stack of USUAL_STACKS)
  describe(`the language of pages on ${stack.name}`, () => {
    const world = useWorld(stack)
    const speak = (who: Someone, language: string) =>
      who.call(setWebSettings, { person_id: who.id, settings: { language } })

    for (const [asked, spoken] of [
      ['de', 'de'],
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['en;q=0.5, de;q=0.9', 'de'],
      ['DE-ch;q=0.2, fr', 'de'],
      ['en-GB,en;q=0.9,de;q=0.8', 'en'],
      ['de;q=0', 'en'],
      ['fr-FR,fr;q=0.9', 'en'],
      ['constructor, __proto__', 'en'],
      [',;q=,;;=', 'en'],
      ['*', 'en'],
    ] as const)
      it(`is ${spoken} for a browser that asks for ${asked}`, async () => {
        const shown = await new FormBrowser(asked).open(`${world.url}/account/sign-in`)
        assert.equal(languageIn(shown), spoken)
        assert.match(headingOf(shown), spoken === 'de' ? /^Bei .* anmelden$/ : /^Sign in to /)
        assert.equal(shown.headers.get('vary'), 'Accept-Language')
      })

    it('is the own one of whoever is signed in, whatever the browser asks for', async () => {
      const ann = await world.person()
      const browser = new FormBrowser('en')
      const open = () => browser.open(`${world.url}/account/sign-in`)
      await browser.submit(await open(), 'sign_in', { email: ann.email, password: PASSWORD })
      assert.equal(headingOf(await open()), 'You’re signed in')
      await ann.call(updatePerson, { person_id: ann.id, locale: 'de_DE' })
      assert.equal(headingOf(await open()), 'Du bist angemeldet')
      await speak(ann, 'en')
      assert.equal(headingOf(await open()), 'You’re signed in', 'the app knows better')
      await speak(ann, 'de')
      const shell = await browser.open(`${world.url}/files`)
      assert.deepEqual([languageIn(shell), languageIn(await open())], ['de', 'de'])
      const { link } = await sharedFolder(world)
      const folder = await browser.open(`${world.url}/shares/folder/${link.hash}/`)
      assert.match(folder.text, /Geteilt von/)
      const left = await browser.submit(await open(), 'sign_out')
      assert.equal(languageIn(left), 'en')
    })

    it('is that of the mail which leads to the page, where its receiver has chosen one', async () => {
      const bob = await world.person()
      await speak(bob, 'de')
      const browser = new FormBrowser('en')
      await browser.open(`${world.url}/account/forgot`, {
        method: 'POST',
        body: new URLSearchParams({ email: bob.email }),
      })
      const mail = (await world.sent(bob.email)).at(-1)?.text ?? ''
      const address = /https:\/\/\S+\/account\/password\S+/.exec(mail)?.[0] ?? assert.fail(mail)
      const form = await browser.open(address)
      assert.equal(headingOf(form), 'Passwort wählen')
      const weak = await browser.submit(form, 'choose', { password: 'password' })
      assert.match(weak.text, /role="alert">Wähle ein anderes Passwort: Dieses ist leicht zu erraten\./)
      const app = await browser.submit(weak, 'choose', { password: 'quite another one' })
      assert.equal(languageIn(app), 'de')
      assert.match(headingOf(await browser.open(await stopOf(bob))), /^E-Mail-Benachrichtigungen$/)
    })

    it('is that of the organization, whatever the browser asks for, where the account has none', async () => {
      const { ann, organizationId, page } = await sharedFolder(world)
      const boss = await world.admin()
      // Another name chooses no language.
      await boss.call(updateOrganization, { organization_id: organizationId, name: 'Hafen' })
      assert.equal(languageIn(await new FormBrowser('de').open(world.url + page)), 'de')
      await boss.call(updateOrganization, { organization_id: organizationId, locale: 'de_DE' })
      const visitor = new FormBrowser('en')
      assert.match((await visitor.open(world.url + page)).text, /Geteilt von/)
      const browser = new FormBrowser('en')
      const open = () => browser.open(`${world.url}/account/sign-in`)
      await browser.submit(await open(), 'sign_in', { email: ann.email, password: PASSWORD })
      assert.equal(headingOf(await open()), 'Du bist angemeldet')
      assert.equal(languageIn(await browser.open(`${world.url}/agent`)), 'de')
      await speak(ann, 'en')
      assert.equal(headingOf(await open()), 'You’re signed in')
      assert.match((await browser.open(world.url + page)).text, /Shared by/)
      await world.changeOrganization(organizationId, { hostname: 'localhost' })
      for (const path of ['/account/sign-in', '/account/forgot', '/account/password?token=x', '/agent'])
        assert.equal(languageIn(await visitor.open(world.url + path)), 'de', path)
      await world.changeOrganization(organizationId, { hostname: null })
    })

    it('is that of the organization also where it chose the one that is usual', async () => {
      const { organizationId, page } = await sharedFolder(world)
      const visitor = new FormBrowser('de')
      assert.equal(languageIn(await visitor.open(world.url + page)), 'de')
      const boss = await world.admin()
      await boss.call(updateOrganization, { organization_id: organizationId, locale: 'en_US' })
      assert.equal(languageIn(await visitor.open(world.url + page)), 'en')
    })

    it('is that of the account as soon as the password is right, before the code', async () => {
      const flow = new OAuthFlow(world)
      const bob = await world.person()
      await flow.addAuthenticator(bob)
      await speak(bob, 'de')
      const browser = new FormBrowser('en')
      const form = await browser.open(`${world.url}/account/sign-in`)
      const asked = await browser.submit(form, 'sign_in', { email: bob.email, password: PASSWORD })
      assert.equal(headingOf(asked), 'Code eingeben')
    })

    const stopOf = async (who: Someone) => {
      const { ctx } = world.service
      const sources = [{ kind: 'share_changed' as const }, { kind: 'link_downloaded' as const }]
      const address = stopAddress(ctx, await stopKey(ctx), { personId: who.id, sources })
      return world.url + address.slice(address.indexOf('/notices/'))
    }

    /** The same page in both languages: nothing of it is the same but names. */
    async function inBoth(open: (browser: FormBrowser) => Promise<Shown>, headings: [string, string]) {
      const [english, german] = [await open(new FormBrowser('en')), await open(new FormBrowser('de'))]
      assert.deepEqual([headingOf(english), headingOf(german)], headings)
      assert.deepEqual([languageIn(english), languageIn(german)], ['en', 'de'])
      const inEnglish = new Set(textsOf(english).filter((text) => !SAME.includes(text) && !NAMES.test(text)))
      assert.ok(inEnglish.size > 0)
      assert.deepEqual(
        textsOf(german).filter((text) => inEnglish.has(text)),
        [],
      )
    }
    const at = (path: string, init?: RequestInit) => (browser: FormBrowser) =>
      browser.open(world.url + path, init)
    const navigate = { headers: { 'sec-fetch-mode': 'navigate' } }

    it('is that of the browser on all pages of accounts', async () => {
      await inBoth(at('/'), ['Sign in to Holdfast', 'Bei Holdfast anmelden'])
      await inBoth(at('/account/sign-in'), ['Sign in to Holdfast', 'Bei Holdfast anmelden'])
      await inBoth(at('/account/forgot'), ['Reset your password', 'Passwort zurücksetzen'])
      const nobody = { method: 'POST', body: new URLSearchParams({ email: 'nobody@example.test' }) }
      await inBoth(at('/account/forgot', nobody), ['Check your email', 'Prüfe deine E-Mails'])
      const gone: [string, string] = ['This link no longer works', 'Dieser Link funktioniert nicht mehr']
      await inBoth(at('/account/password?token=x'), gone)
      await inBoth(at('/notices/stop?token=x'), gone)
      const stop = await stopOf(await world.person())
      await inBoth((browser) => browser.open(stop), ['Email notifications', 'E-Mail-Benachrichtigungen'])
      await inBoth(at('/agent'), [
        'Sync files to your computer',
        'Dateien mit deinem Computer synchronisieren',
      ])
      await inBoth(at('/nowhere', navigate), ['Page not found', 'Seite nicht gefunden'])
    })

    it('is that of the browser on all pages of signing in', async () => {
      const flow = new OAuthFlow(world)
      const [ann, bob] = [await world.person(), await world.person()]
      await flow.addAuthenticator(bob)
      const { client_id } = await flow.application({ organization_id: await world.organization() })
      const authorize = (browser: FormBrowser) => browser.open(flow.address({ client_id }))
      const signIn = (email: string, password: string) => async (browser: FormBrowser) =>
        browser.submit(await authorize(browser), 'sign_in', { email, password })
      await inBoth(authorize, ['Sign in to Holdfast', 'Bei Holdfast anmelden'])
      await inBoth(signIn(ann.email, 'wrong'), ['Sign in to Holdfast', 'Bei Holdfast anmelden'])
      await inBoth(signIn(bob.email, PASSWORD), ['Enter your code', 'Code eingeben'])
      await inBoth(signIn(ann.email, PASSWORD), [
        'Allow Photo Printer to access your account?',
        'Photo Printer Zugriff auf dein Konto erlauben?',
      ])
      const unknown = (browser: FormBrowser) => browser.open(flow.address({ client_id: 'unknown' }))
      const [english, german] = [await unknown(new FormBrowser()), await unknown(new FormBrowser('de'))]
      assert.equal(headingOf(english), 'This link doesn’t work')
      assert.equal(headingOf(german), 'Dieser Link funktioniert nicht')
    })

    it('is that of the browser on all pages of links', async () => {
      const { ann: creator, page, sub, a } = await sharedFolder(world, { anon_edit: true })
      await inBoth(at(page), ['Shared', 'Shared'])
      await inBoth(at(`${page}?sort=size&page=1&added=2`), ['Shared', 'Shared'])
      await inBoth(at(`${page}${sub.id}/`), ['Sub', 'Sub'])
      const empty = { method: 'POST', body: new URLSearchParams({ step: 'create_folder', name: '?' }) }
      await inBoth(at(page, empty), ['Shared', 'Shared'])
      const signedIn = (path: string) => async (browser: FormBrowser) => {
        const form = await browser.open(`${world.url}/account/sign-in`)
        await browser.submit(form, 'sign_in', { email: creator.email, password: PASSWORD })
        return browser.open(world.url + path)
      }
      await inBoth(signedIn(page), ['Shared', 'Shared'])
      await inBoth(signedIn(`${page}file/${a.id}/delete`), ['Delete this file?', 'Diese Datei löschen?'])
      await inBoth(signedIn(`${page}${sub.id}/delete`), ['Delete this folder?', 'Diesen Ordner löschen?'])
      const drop = await sharedFolder(world, { upload_only: true })
      await inBoth(at(drop.page), ['Shared', 'Shared'])
      await inBoth(at('/shares/file/unknown/'), [
        'You can’t open this link',
        'Du kannst diesen Link nicht öffnen',
      ])
      const { ann, at: file } = await sharer(world)
      const link = async (given: object) => (await ann.call(shareFile, { ...file, ...given })).hash
      await inBoth(at(`/shares/file/${await link({ expires: '2036-12-31' })}/`), ['plan.txt', 'plan.txt'])
      const locked = `/shares/file/${await link({ password: 'open sesame' })}/`
      await inBoth(at(locked), ['Enter the password', 'Passwort eingeben'])
      const wrong = { method: 'POST', body: new URLSearchParams({ step: 'password', password: 'x' }) }
      await inBoth(at(locked, wrong), ['Enter the password', 'Passwort eingeben'])
      const once = `/shares/file/${await link({ download_limit: 1 })}/`
      await at(`${once}download`)(new FormBrowser())
      const over = await link({ expires: formatDate(world.clock.now()) })
      world.clock.advance({ days: 1 })
      await inBoth(at(`/shares/file/${over}/`), ['This link has expired', 'Dieser Link ist abgelaufen'])
      await inBoth(at(once), ['Download limit reached', 'Maximale Zahl an Downloads erreicht'])
    })

    it('has days and numbers as they are written in it', async () => {
      const { ann, at: file } = await sharer(world)
      const { hash } = await ann.call(shareFile, { ...file, expires: '2036-12-31' })
      const open = (language: string) => new FormBrowser(language).open(`${world.url}/shares/file/${hash}/`)
      assert.match(
        (await open('en')).text,
        /Available until <time datetime="2036-12-31">Dec 31, 2036 \(UTC\)<\/time>\./,
      )
      assert.match((await open('de')).text, /Verfügbar bis <time[^>]*>31\.12\.2036 \(UTC\)<\/time>\./)
    })
  })
