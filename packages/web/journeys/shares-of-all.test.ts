import { describe, it } from 'node:test'
import { uploadToRoot } from '@holdfast/api/files/files'
import { createShare } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })

describe('the team shares of all customers', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function shares() {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: customer })
    const ida = await world.person({ organizationId: await world.organization() })
    const { id: root_id } = await boss.call(createShare, {
      organization_id: customer,
      name: 'Offers',
      subscribers: [[ann.id, 'web', 'CO_OWNER']],
      external_subscribers: [[ida.email, 'VIEWER']],
    })
    await boss.call(createShare, { organization_id: home, name: 'Orphan' })
    await ann.call(uploadToRoot, { root_id, file: { name: 'a.txt', bytes: new Blob(['12345']) } })
    await world.runJobs()
    return { home, customer, boss, ida }
  }

  it('tell who outside is in one', async () => {
    const { home, boss, ida } = await shares()
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/shares?below=1`)
    await row(page, 'Orphan').waitFor()
    await row(page, 'Offers').waitFor()
    await look('the team shares of all')
    await page.getByRole('button', { name: 'With external people' }).click()
    await row(page, 'Orphan').waitFor({ state: 'detached' })
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()
    await page.getByRole('heading', { name: 'Offers' }).waitFor()
    const outside = page.getByRole('listitem').filter({ hasText: ida.email })
    await outside.getByText('Invited · Viewer').waitFor()
    await look('a team share of a customer')
    await page.goBack()
    await page.getByRole('button', { name: 'Without co-owner' }).click()
    await row(page, 'Orphan').waitFor()
    await end()
  })

  it('are there in German on a phone', async () => {
    const { customer, boss } = await shares()
    const { page, look, end } = await signIn(boss.email, `/admin/${customer}/shares`, {
      viewport: PHONE,
      locale: 'de',
    })
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()
    await page.getByText('Mitbesitzer').first().waitFor()
    await look('a team share on a phone')
    await end()
  })
})
