import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { shareFile } from '@holdfast/api/sharing/links'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { sharedFolder } from '@holdfast/server/testkit/browser/link-pages'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { stopAddress, stopKey } from '../../../sharing/notices/stop-token.ts'

const PHONE = { width: 360, height: 740 }
/** Where pictures of the pages go, for whoever wants to look at them: then in all views, as in long rounds. */
const PICTURES = process.env.TESTKIT_SCREENSHOTS
const ALL = PICTURES !== undefined || rounds(0, 1) > 0
const VIEWS = [
  { locale: 'de-DE', viewport: PHONE, colorScheme: 'light' as const },
  ...(ALL
    ? [
        { locale: 'de-DE', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const },
        { locale: 'en-US', viewport: PHONE, colorScheme: 'dark' as const },
        { locale: 'en-US', viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const },
      ]
    : []),
]
const [stack] = STACKS

/** Whether nothing reaches out to the side. */
async function checkFits(page: Page, name: string): Promise<void> {
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(wide <= 0, `${name} is ${wide} too wide`)
  if (ALL) await checkWithAxe(page, name)
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true })
}

describe('pages in German on a phone', () => {
  assert.ok(stack)
  const world = useWorld(stack)
  const browser = useChromium()

  for (const { locale, viewport, colorScheme } of VIEWS)
    it(`fit, with the names that people have: ${locale}, ${viewport.width}`, async () => {
      const context = await (await browser()).newContext({ locale, viewport, colorScheme })
      const page = await context.newPage()
      const look = async (name: string, address?: string) => {
        if (address !== undefined) await page.goto(new URL(address, world.url).href)
        assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2))
        await checkFits(page, `${name}-${locale.slice(0, 2)}-${viewport.width}`)
      }
      await look('front', '/')
      await look('forgot', '/account/forgot')
      await look('expired', '/account/password?token=x')
      await look('agent', '/agent')
      const { ann: invited } = await sharer(world)
      const guest = `gast${viewport.width}${locale}@example.test`
      await invited.call(shareFile, {
        root_id: invited.rootId,
        file_id: (await invited.upload('Einladung.txt', 'x')).id,
        login_required: true,
        subscribers: [guest],
        notify_subscribers: true,
      })
      const mail = (await world.sent(guest)).at(-1)?.text ?? ''
      await look('welcome', /https:\/\/\S+\/account\/\S+/.exec(mail)?.[0] ?? assert.fail(mail))
      await look('not-found', '/nowhere')
      await look('closed-link', '/shares/file/unknown/')
      const { ctx } = world.service
      const folder = await sharedFolder(world, { anon_edit: true })
      const { ann } = folder
      const sources = [{ kind: 'link_downloaded' as const, linkId: folder.link.id }]
      const stop = stopAddress(ctx, await stopKey(ctx), { personId: ann.id, sources })
      await look('stop', stop.slice(stop.indexOf('/notices/')))

      const { ann: creator, at } = await sharer(world)
      const locked = await creator.call(shareFile, { ...at, password: 'open sesame', expires: '2036-12-31' })
      await look('password', `/shares/file/${locked.hash}/`)
      await page.locator('#password').fill('open sesame')
      await page.locator('button.primary').click()
      await page.locator('h1', { hasText: 'plan.txt' }).waitFor()
      await look('file')
      const drop = await sharedFolder(world, { upload_only: true })
      await look('drop', drop.page)
      await page
        .locator('#files')
        .setInputFiles([
          { name: `${'Ein langer Name '.repeat(12)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('a') },
        ])
      await page.locator('#thanks:visible').waitFor()
      await look('thanks')
      const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a5' } }).png()
      const bytes = new Uint8Array(await picture.toBuffer())
      const first = await ann.upload('Hafen.png', bytes, folder.shared.id)
      await ann.upload('Kran 🏗.png', bytes, folder.shared.id)
      await look('picture', `${folder.page}file/${first.id}/`)
      await look('folder', folder.page)
      await page.locator('#files').setInputFiles([
        { name: 'Bericht.txt', mimeType: 'text/plain', buffer: Buffer.from('a') },
        { name: 'Was?.txt', mimeType: 'text/plain', buffer: Buffer.from('b') },
      ])
      const state =
        locale === 'de-DE'
          ? '1 Datei hochgeladen, 1 Upload fehlgeschlagen'
          : '1 file uploaded, 1 upload failed'
      await page.getByRole('status').getByText(state).waitFor()
      await page.getByRole('link', { name: 'Bericht.txt', exact: true }).waitFor()
      await look('uploaded')

      const flow = new OAuthFlow(world)
      const code = await flow.addAuthenticator(ann)
      const { client_id } = await flow.application({ organization_id: await world.organization() })
      await look('sign-in', flow.address({ client_id }))
      await page.locator('#email').fill(ann.email)
      await page.locator('#password').fill('wrong')
      await page.locator('button.primary').click()
      await page.getByRole('alert').waitFor()
      await look('wrong')
      await page.locator('#password').fill(PASSWORD)
      await page.locator('button.primary').click()
      await page.locator('#auth_code').waitFor()
      await look('code')
      await page.locator('#auth_code').fill(code())
      await page.locator('button.primary').click()
      await page.locator('.choices').waitFor()
      await look('consent')
      await look('signed-in', '/account/sign-in')
      await look('own-folder', folder.page)
      await look('delete', `${folder.page}${folder.sub.id}/delete`)
      await context.close()
    })
})
