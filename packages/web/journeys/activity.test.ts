import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createActivity } from '@holdfast/api/oversight/activity'
import { tableActivity } from '@holdfast/api/oversight/activity-table'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'

const NOTED = 47
/** Asks for it, and has it done once the service knows. */
const asks = async (page: Page) => {
  const asked = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/activity/verified'),
  )
  await page.getByRole('button', { name: 'Verify now' }).click()
  assert.equal((await asked).status(), 200)
}
const record = (page: Page, text: string) => page.locator('summary').filter({ hasText: text })

describe('the activity of all customers', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function happened() {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: customer, siteAdmin: true })
    await ann.upload('Offers.pdf', 'x')
    await boss.upload('Own.txt', 'x')
    await ann.call(createActivity, { activity_type_id: NOTED, data_text: 'The key is under the mat' })
    return { home, customer, boss, ann }
  }

  it('shows what one person did with files, and gives exactly that as a file', async () => {
    const { home, customer, boss, ann } = await happened()
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/activity?below=1`)
    await record(page, 'Own.txt').waitFor()
    await record(page, 'Offers.pdf').click()
    await page.getByRole('button', { name: 'Show only this person' }).waitFor()
    await look('a record of the activity')
    await page.getByRole('button', { name: 'Show only this person' }).click()
    await record(page, 'Own.txt').waitFor({ state: 'detached' })
    assert.match(page.url(), new RegExp(`actor=${ann.id}`))
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'About' }).click()
    await page.getByRole('dialog').getByLabel('About').selectOption({ label: 'Files' })
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await record(page, 'under the mat').waitFor({ state: 'detached' })
    await record(page, 'Offers.pdf').waitFor()
    await page.getByText('Beginning of the log').waitFor()
    await look('what one person did with files')
    await page.reload()
    await record(page, 'Offers.pdf').waitFor()
    const wanted = { organization_id: home, below: true, actor: ann.id, kind: 'files' } as const
    const { results } = await boss.call(tableActivity, wanted)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download JSON lines' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      results,
    )
    assert.ok(results.length > 0 && results.every(({ organization }) => organization.id === customer))
    await end()
  })

  const verify = async (page: Page) => {
    await asks(page)
    await world.runJobs()
  }

  it('says how far it is intact, and names a record that was changed', async () => {
    const { customer, ann } = await happened()
    const { page, look, end } = await signIn(ann.email, `/admin/${customer}/activity`)
    await page.getByText('Not verified yet').waitFor()
    await verify(page)
    await page.getByText(/Verified up to #\d+/).waitFor()
    await look('activity that is intact')
    const { results } = await ann.call(tableActivity, {
      organization_id: customer,
      type_ids: [NOTED],
    })
    const [{ id, number } = assert.fail()] = results
    await rawSql(world.service.ctx.db, `update activity set data_text = 'Nothing' where id = ${id}`)
    await verify(page)
    await page.getByText(`Record #${number} was changed after it was written`).waitFor()
    await look('activity that somebody changed')
    await end()
  })

  it('is there in German on a phone, without names of files in privacy mode', async () => {
    const { home, customer, boss } = await happened()
    await world.changeOrganization(customer, { privacy_mode: 1 })
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/activity?below=1&kind=files`, {
      viewport: PHONE,
      locale: 'de',
    })
    await record(page, 'Own.txt').waitFor()
    await page.getByText('Anfang der Aktivität').waitFor()
    assert.equal(await record(page, 'Offers.pdf').count(), 0)
    assert.equal(await record(page, 'hochgeladen').count(), 2)
    await look('activity on a phone')
    await end()
  })
})
