import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { getOrganizationBrand, setOrganizationLogo } from '@holdfast/api/accounts/brand'
import { updateOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { uploadToRoot } from '@holdfast/api/files/files'
import { shareFile } from '@holdfast/api/sharing/links'
import { pngOf } from '@holdfast/server/testkit/content/png'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Locator, Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { chooseFiles, typeInto } from './hands.ts'
import { provider } from './provider.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const LOGO = pngOf(800, 200, (x, y) => (((x >> 5) + (y >> 5)) % 2 ? [10, 127, 90, 255] : [0, 0, 0, 0]))

interface Drawn {
  naturalWidth: number
}
/** Of what is sent, as large as it may be. */
const KEPT_WIDTH = 480

/** That a picture is not only named, but there. */
async function isDrawn(picture: Locator): Promise<void> {
  await picture.waitFor()
  await until(
    async () => (await picture.evaluate((it) => (it as unknown as Drawn).naturalWidth)) === KEPT_WIDTH,
  )
}

describe('the appearance of an organization', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world)

  async function files() {
    const folder = await makeTempDir()
    const write = async (name: string, bytes: Uint8Array | string) => {
      const file = path.join(folder, name)
      await writeFile(file, bytes)
      return file
    }
    return {
      logo: await write('logo.png', LOGO),
      drawing: await write('logo.svg.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      broken: await write('broken.png', LOGO.slice(0, 100)),
      huge: await write('huge.png', new Uint8Array(300 * 1024)),
    }
  }

  it('is a color and a logo: in the app, on link pages and in emails', async () => {
    const { home, ines } = await provider(world)
    const brand = () => ines.call(getOrganizationBrand, { organization_id: home })
    const { logo, drawing, broken, huge } = await files()
    const { page, look, open, end } = await signIn(ines.email, `/admin/${home}/overview`)
    await page.getByRole('link', { name: 'Appearance', exact: true }).click()
    await page.getByText('No logo. The name is shown.').waitFor()
    await typeInto(page.getByLabel('Color', { exact: true }), '#ffee0')
    await press(page, 'Save color')
    await page.getByRole('alert').getByText('Enter a color such as #0a7f5a.').waitFor()
    const { own_color: before } = await brand()
    await typeInto(page.getByLabel('Color', { exact: true }), '#FFEE00')
    await page.getByText(/^readable as #[0-9a-f]{6}, contrast/).waitFor()
    await page.getByText(/^black text on it, contrast/).waitFor()
    await look('a color that is hard to read')
    await press(page, 'Save color')
    await page.getByText('Color saved').waitFor()
    assert.equal((await brand()).own_color, '#ffee00')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await page.getByLabel('Choose color').inputValue()) === before)
    assert.equal((await brand()).own_color, before)

    const choose = page.getByRole('button', { name: 'Choose logo…' })
    const told = page.getByRole('alert')
    await chooseFiles(choose, [huge])
    await told.getByText(/up to 256 KB/).waitFor()
    await chooseFiles(choose, [drawing])
    await told.getByText('The file is not a PNG or WebP image.').waitFor()
    await chooseFiles(choose, [broken])
    await told.getByText(/can’t be read/).waitFor()
    await look('a logo that is broken')
    await chooseFiles(choose, [logo])
    await page.getByText('Logo saved').waitFor()
    await isDrawn(page.getByRole('main').getByRole('img', { name: 'Harbor IT', exact: true }))
    await look('a logo that is chosen')

    await open('/')
    await isDrawn(page.getByRole('banner').getByRole('img', { name: 'Harbor IT', exact: true }))
    await look('the app with a logo')
    const root_id = ines.rootId
    const offer = { name: 'Offer.txt', bytes: new Blob(['Offer']) }
    const { id: file_id } = await ines.call(uploadToRoot, { root_id, file: offer })
    const link = await ines.call(shareFile, {
      root_id,
      file_id,
      subscribers: ['dana@client.test'],
      notify_subscribers: true,
    })
    const guest = await visit()
    await guest.page.goto(link.url)
    await isDrawn(guest.page.getByRole('banner').getByRole('img', { name: 'Harbor IT', exact: true }))
    await guest.look('a link page with a logo')
    await guest.end()
    assert.equal((await world.sent('dana@client.test')).length, 1)
    const mail = (await world.mails()).find((text) => text.includes('To: dana@client.test'))
    assert.match(mail ?? '', /Content-Id: <logo@holdfast>/i)

    await open(`/admin/${home}/appearance`)
    await press(page, 'Remove logo')
    await page.getByText('Logo removed').waitFor()
    await page.getByText('No logo. The name is shown.').waitFor()
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await isDrawn(page.getByRole('main').getByRole('img', { name: 'Harbor IT', exact: true }))
    assert.ok((await brand()).own_logo)
    await end()
  })

  it('comes from above where the policy allows no own one, in German on a phone', async () => {
    const { home, customer, ines } = await provider(world)
    await ines.call(setOrganizationLogo, { organization_id: home, image: LOGO })
    await ines.call(updateOrganizationPolicy, { organization_id: customer, branding_enabled: false })
    await ines.call(updateOrganization, { organization_id: customer, name: 'Linden Dental' })
    const priya = await world.person({ organizationId: customer, siteAdmin: true })
    const { page, look, end } = await signIn(priya.email, `/admin/${customer}/appearance`, {
      viewport: PHONE,
      locale: 'de',
    })
    await page.getByText(/keine eigene Farbe und kein eigenes Logo/).waitFor()
    await page.getByText('Von Harbor IT. Es erscheint neben dem Namen.').waitFor()
    await isDrawn(page.getByRole('main').getByRole('img', { name: 'Harbor IT', exact: true }))
    assert.equal(await page.getByRole('button', { name: 'Logo auswählen …' }).count(), 0)
    await page.getByRole('banner').getByText('Linden Dental').waitFor()
    await look('die Darstellung von oben')
    await end()
  })
})
