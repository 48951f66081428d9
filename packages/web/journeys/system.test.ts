import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getInstallationBackup } from '@holdfast/api/oversight/installation-backup'
import { getSystemStatus, verifySystem } from '@holdfast/api/oversight/system'
import { HOUR_MS } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { givenUpJob } from '@holdfast/server/testkit/people/system-jobs'
import { type PostOffice, startPostOffice } from '@holdfast/server/testkit/servers/post-office'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld, type WorldOptions } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const ADMIN = 'admin@localhost'
const MAIL = { to: 'ann@example.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the installation' }).getByRole('link', { name })
const card = (page: Page, name: string) =>
  page.locator('.system-card').filter({ has: page.getByRole('heading', { name }) })

describe('the installation', () => {
  let post: PostOffice
  const config: NonNullable<WorldOptions['config']> = {}
  before(async () => {
    post = await startPostOffice()
    post.open()
    const dir = await makeTempDir()
    config.smtpUrl = post.url
    config.backup = { place: { kind: 'disk', dir }, everyMs: 24 * HOUR_MS, keep: { last: 3 } }
  })
  const world = useWorld(STACKS[0] as Stack, { config })
  after(() => post.close())
  const { signIn } = useBrowser(world)
  /** The service has made its first backup by itself. */
  const isBackedUp = async () =>
    (await (await world.admin()).call(getInstallationBackup, {})).state === 'complete'

  it('shows how it is, backs up when asked, sends a test email, and writes more to its log', async () => {
    await until(isBackedUp)
    world.clock.advance({ hours: 2 })
    await world.runJobs()
    // The server says so itself only every ten seconds, and the clock has gone on.
    await rawSql(world.service.ctx.db, `update running_server set until = ${world.clock.now() + HOUR_MS}`)
    await world.service.pulse.look()
    const { page, look, end } = await signIn(ADMIN, '/admin/1/overview', { at: world.clock.now() })
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await card(page, 'Version')
      .getByText(/^SQLite 3\./)
      .waitFor()
    await card(page, 'Free space').getByRole('progressbar').waitFor()
    await page.getByText('This one').waitFor()
    const backup = card(page, 'Backup')
    await backup.getByText('2 hours ago').waitFor()
    await look('system: status')
    await press(page, 'Back up now')
    await backup.getByText('just now').waitFor()
    await backup.getByText('The last backup is complete.').waitFor()

    await tab(page, 'Email').click()
    await page.getByText('Emails are being sent.').waitFor()
    const to = page.getByLabel('Send the test to')
    assert.equal(await to.inputValue(), ADMIN)
    await typeInto(to, 'nobody@example.test')
    await press(page, 'Send test email')
    await page.getByText('The mail server answered: 550 no such user').waitFor()
    await look('system: a refused test email')
    await typeInto(to, 'ann@example.test')
    await press(page, 'Send test email')
    await page.getByText('The mail server answered: 250 OK: message queued').waitFor()

    await tab(page, 'Log').click()
    await page.getByText('(As in the settings)').waitFor()
    await press(page, 'Change level')
    await page.getByText(/^Details until/).waitFor()
    await until(() => world.service.ctx.log.level === 'debug')
    await page.getByRole('list', { name: 'Last lines' }).getByText('request').first().waitFor()
    await look('system: log')
    await press(page, 'End now')
    await page.getByText('(As in the settings)').waitFor()
    await end()
  })

  it('has jobs that were given up attempted again, or drops them', async () => {
    await givenUpJob(world, 'send_mail', MAIL)
    await givenUpJob(world, 'delete_organizations')
    const dropped = await givenUpJob(world)
    const { page, look, end } = await signIn(ADMIN, '/admin/system/jobs', { at: world.clock.now() })
    await page.getByText('Send an email').waitFor()
    await page.getByText('Can’t be dropped').waitFor()
    await look('system: jobs that were given up')
    await page.getByRole('button', { name: /^Actions for Send an email/ }).click()
    await page.getByRole('menuitem', { name: 'Retry' }).click()
    await page.getByText('Send an email').waitFor({ state: 'detached' })
    await until(() => post.received.some((mail) => /^Subject: Hello/m.test(mail)))
    await page.getByRole('button', { name: `Actions for Report damaged data ${dropped}` }).click()
    await page.getByRole('menuitem', { name: 'Drop job…' }).click()
    await look('system: drop a job')
    await press(page, 'Drop job')
    await page.getByText('Report damaged data').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Running/ }).click()
    await page.getByText('No jobs are running.').waitFor()
    await end()
  })

  it('names damaged content where one may see it, in German on a phone', async () => {
    const open = await world.person({ organizationId: await world.organization() })
    const shut = await world.organization()
    const hidden = await world.person({ organizationId: shut })
    for (const who of [open, hidden]) await who.upload('Plans.txt', 'x'.repeat(100))
    await world.changeOrganization(shut, { privacy_mode: 1 })
    const boss = await world.admin()
    await boss.call(verifySystem, {})
    await until(async () => (await boss.call(getSystemStatus, {})).verify.state === 'done')
    for (const who of [open, hidden])
      await rawSql(
        world.service.ctx.db,
        `update chunk set damaged_at = ${world.clock.now()} where root_id = ${who.rootId}`,
      )
    const { page, look, end } = await signIn(ADMIN, '/admin/system/storage', {
      viewport: PHONE,
      locale: 'de',
      at: world.clock.now(),
    })
    await page.getByText('/Plans.txt').waitFor()
    await page.getByText('Durch Datenschutzmodus oder Richtlinie verborgen').waitFor()
    assert.equal(await page.getByText('/Plans.txt').count(), 1)
    await page.getByText('Alles ist so, wie es gespeichert wurde.').waitFor()
    await look('System: Speicher')
    await end()
  })

  it('is nobody else’s affair', async () => {
    const other = await world.person({ siteAdmin: true })
    const { page, end } = await signIn(other.email, '/admin/1/overview', { at: world.clock.now() })
    await page.getByRole('link', { name: 'Policies', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'System', exact: true }).count(), 0)
    await page.goto(`${world.url}/admin/system/status`)
    await page.getByRole('heading', { name: /Page not found/ }).waitFor()
    await end()
  })
})
