import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { listStoppedDevices } from '@holdfast/api/devices/fleet'
import { deleteFile } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import { getInstallationBackup } from '@holdfast/api/oversight/installation-backup'
import { getInstallationRetention } from '@holdfast/api/oversight/installation-retention'
import { listMutedNotices } from '@holdfast/api/sharing/notices'
import { listAppPasswords } from '@holdfast/api/sign-in/app-passwords'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { copyWorld, restoreWorld } from '@holdfast/server/testkit/database/database-copy'
import { askAs, HOME } from '@holdfast/server/testkit/people/basic'
import { Device, signInDevice } from '@holdfast/server/testkit/people/device'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { codeOf, phoneOf, RECOVER } from '@holdfast/server/testkit/people/two-step'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser, type Visit } from './browser.ts'
import { typeInto } from './hands.ts'
import { readQrCode } from './qr.ts'

const NEW_PASSWORD = 'teapot-glacier-violin'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const part = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click()
const row = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name })

async function setPassword(page: Page, current: string, next: string, again = next): Promise<void> {
  await typeInto(page.getByLabel('Current password'), current)
  await typeInto(page.getByLabel('New password', { exact: true }), next)
  await typeInto(page.getByLabel('Confirm new password'), again)
  await press(page, 'Change password')
}

describe('an account in the app', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const { lettersTo, later, share, put } = useNotices(world)
  const statusOf = async (headers: Record<string, string>) =>
    (await world.request('/api/2/person', { headers })).status

  /** Once the page asks for it: until then the newest is one that was sent before. */
  async function typeCode(page: Page, sentTo: string): Promise<void> {
    const field = page.getByLabel('Code we sent you')
    await field.waitFor()
    await typeInto(field, await world.latestCode(sentTo))
  }

  /** From the password to the key for emergencies, which it gives. */
  async function takeSecondStep({ page, look }: Visit): Promise<string> {
    await typeInto(page.getByLabel('Current password'), PASSWORD)
    await press(page, 'Continue')
    const uri = await readQrCode(page.getByRole('img', { name: 'QR code' }))
    const key = new URL(uri ?? assert.fail('no camera could read it')).searchParams.get('secret') ?? ''
    const typed = await page.locator('.me-key').innerText()
    assert.equal(key, typed.replaceAll(/\s/g, ''), 'both are the same key')
    await press(page, 'Copy')
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === key)
    const isTouched = await page.evaluate("matchMedia('(pointer: coarse)').matches")
    const toApp = page.getByRole('link', { name: 'Open in authenticator app' })
    assert.equal(await toApp.count(), isTouched ? 1 : 0, 'only where the app may be on the same device')
    if (isTouched) assert.equal(await toApp.getAttribute('href'), uri)
    await look('a picture to scan')
    await typeInto(page.getByLabel('Code from the app'), '000 000')
    await press(page, 'Continue')
    await page.getByText('That code is incorrect.').waitFor()
    await typeInto(page.getByLabel('Code from the app'), codeOf(world, { key, backupKey: '' }))
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'Save your recovery key' }).waitFor()
    return page.locator('.me-key').innerText()
  }

  it('is changed by its owner, and shows that at once', async () => {
    const ann = await world.person()
    const { page, look, end } = await signIn(ann.email, '/')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await typeInto(page.getByLabel('First name'), 'Ännchen')
    await typeInto(page.getByLabel('Mobile phone'), 'not a number')
    await press(page, 'Save')
    await page.getByText('A phone number has only digits').waitFor()
    await typeInto(page.getByLabel('Mobile phone'), '+49 30 1234567')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await look('profile')
    await press(page, 'Save')
    await page.getByRole('button', { name: 'Your account: Ännchen' }).waitFor()
    const { first_name, mobile_phone, timezone } = await ann.call(getOwnPerson, {})
    assert.deepEqual([first_name, mobile_phone, timezone], ['Ännchen', '+49 30 1234567', 'Europe/Berlin'])

    await part(page, 'Password')
    await setPassword(page, PASSWORD, NEW_PASSWORD, 'another one')
    await page.getByText('The passwords don’t match.').waitFor()
    await setPassword(page, 'wrong', NEW_PASSWORD)
    await page.getByText('The current password is incorrect.').waitFor()
    await setPassword(page, PASSWORD, 'password1')
    await page.getByText('too easy to guess').waitFor()
    await look('a password that is too easy')
    await setPassword(page, PASSWORD, NEW_PASSWORD)
    await page.getByText('Password changed').waitFor()
    assert.equal(await statusOf(ann.bearer), 401, 'signed out elsewhere')

    await part(page, 'Profile')
    await page.getByLabel('Language').selectOption('Deutsch')
    await press(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
    await look('profile in German')
    await end()
  })

  it('has passwords of their own for programs, each shown once', async () => {
    const ann = await world.person()
    const person_id = ann.id
    const { page, look, end } = await signIn(ann.email, '/me/devices', { at: world.clock.now() })
    await page.getByRole('link', { name: 'Connect a program' }).click()
    await page.getByText(`${new URL(world.url).origin}/dav/`).waitFor()
    await page.getByText('No app passwords').waitFor()
    await press(page, 'New app password')
    await typeInto(page.getByLabel('Name', { exact: true }), 'Finder on my laptop')
    await typeInto(page.getByLabel('Current password'), 'wrong')
    await press(page, 'Create app password')
    await page.getByText('The current password is incorrect.').waitFor()
    await typeInto(page.getByLabel('Current password'), PASSWORD)
    await press(page, 'Create app password')
    await page.getByRole('heading', { name: 'Your app password', exact: true }).waitFor()
    const shown = await page.locator('.me-key').innerText()
    await press(page, 'Copy app password')
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === shown)
    await look('an app password')
    const use = () => askAs(world.service.ctx, ann.email, shown)
    assert.equal((await use()).personId, ann.id)
    await press(page, 'I’ve saved it')
    await page.reload()
    await row(page, 'Finder on my laptop').getByText(`from ${HOME}`).waitFor()
    assert.equal(await page.getByText(shown).count(), 0)
    await look('app passwords')
    await row(page, 'Finder on my laptop').getByRole('button').click()
    await page.getByText('No app passwords').waitFor()
    assert.deepEqual((await ann.call(listAppPasswords, { person_id })).results, [])
    await assert.rejects(use(), { code: 'access_denied' })
    await end()
  })

  it('takes a second step from the picture to the code, with a key for emergencies', async () => {
    const ann = await world.person()
    const visit = await signIn(ann.email, '/me/two-step')
    const { page, look, end } = visit
    await press(page, 'Turn on')
    await look('kinds of a second step')
    const key = await takeSecondStep(visit)
    await look('the key for emergencies')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByText(key).isVisible(), true)
    assert.equal(await page.locator('.me-nav').isVisible(), false, 'nothing else is printed')
    await page.emulateMedia({ media: 'screen' })
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as file')])
    assert.ok(readFileSync(await saved.path(), 'utf8').includes(key), 'what is saved is the key')
    await press(page, 'I’ve saved it')
    await page.getByText('Two-step verification is on: Authenticator app.').waitFor()
    const asked = await world.post('/api/2/session/create', { email: ann.email, password: PASSWORD })
    assert.equal(asked.error, 'missing_totp')
    const let_in = await world.post(RECOVER, { email: ann.email, backup_key: key })
    assert.equal(let_in.status, 200, 'the key that was shown is the one that counts')
    await page.reload()
    await page.getByText('Two-step verification is off').waitFor()

    await press(page, 'Turn on')
    await page.getByRole('radio', { name: 'Email' }).check()
    await typeInto(page.getByLabel('Current password'), PASSWORD)
    await press(page, 'Continue')
    await page.getByText(`A code was sent to ${ann.email}.`).waitFor()
    await typeCode(page, ann.email)
    await press(page, 'Continue')
    await press(page, 'I’ve saved it')
    world.clock.advance({ minutes: 2 })
    await press(page, 'Turn off')
    await typeInto(page.getByLabel('Current password'), PASSWORD)
    await press(page, 'Send code')
    await typeCode(page, ann.email)
    await look('turning the second step off')
    await press(page, 'Turn off')
    await page.getByText('Two-step verification is off. Anyone').waitFor()
    await end()
  })

  it('shows where it is signed in, and ends what is not wanted', async () => {
    const ann = await world.person()
    const other = await webHeaders(world, ann.email)
    const desk = await signInDevice(world, ann, { dns_name: 'desk', os_type: 'linux' })
    const { page, look, end } = await signIn(ann.email, '/me/devices')
    await row(page, 'Chrome on Linux').getByText('This browser').waitFor()
    assert.equal(await row(page, 'This browser').getByRole('button').count(), 0)
    await look('sign-ins and devices')
    await row(page, 'Unknown browser').getByRole('button').click()
    await row(page, 'Unknown browser').waitFor({ state: 'detached' })
    assert.equal(await statusOf(other), 401)
    assert.equal(await statusOf(desk.headers), 200)

    await page.getByRole('link', { name: 'desk' }).click()
    await page.getByText('Not connected').waitFor()
    const device = await Device.open(world.url, desk.headers)
    await device.hello()
    const folder = { rsub_id: 1, synced: true, synced_folder: '/home/ann/Holdfast', excl_files: [] }
    const data = { subscriptions: [folder], synced: true, transfers: [] }
    device.answers = () => ({ ok: true, data })
    await page.reload()
    await page.getByText('Up to date').waitFor()
    await page.getByText('/home/ann/Holdfast').waitFor()
    await typeInto(page.getByLabel('Display name'), 'Office machine')
    await press(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Office machine' }).waitFor()
    await look('a device')
    await press(page, 'Sign out this device')
    await look('signing a device out')
    await page.getByRole('radio', { name: 'Remove files from the device' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out this device' }).click()
    await page.getByRole('heading', { name: 'Browsers' }).waitFor()
    assert.equal(await statusOf(desk.headers), 401)
    const { leaving } = await device.heard('config', (told) => (told.leaving as unknown[]).length > 0)
    assert.deepEqual(
      (leaving as Record<string, unknown>[]).map(({ root_id, remove_files }) => [root_id, remove_files]),
      [[ann.rootId, true]],
    )
    device.cut()

    await press(page, 'Sign out everywhere else')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByText('1 session ended').waitFor()
    assert.equal(await statusOf(ann.bearer), 401)
    await page.reload()
    await row(page, 'This browser').waitFor()
    await end()
  })

  it('lets applications in and out, and mails be turned off and on again', async () => {
    const organizationId = await world.organization()
    const boss = await world.person({ organizationId, siteAdmin: true })
    const bob = await world.person({ organizationId })
    const flow = new OAuthFlow(world)
    const { access_token } = await flow.letIn(bob.email, await flow.application())
    const { page, look, end } = await signIn(bob.email, '/me/apps')
    await row(page, 'Photo Printer').getByText('your files, shared files, and your account').waitFor()
    await look('applications')
    await press(page, 'Remove access: Photo Printer')
    await page.getByText('No connected apps').waitFor()
    assert.equal(await statusOf({ authorization: `Bearer ${access_token}` }), 401)
    assert.equal(await statusOf(bob.bearer), 200, 'nothing else ends')

    const { id } = await share(boss, organizationId, [boss, bob])
    await put(boss, id, 'one.txt')
    await later()
    const [letter] = await lettersTo(bob)
    const stop = letter?.stop ?? assert.fail('no mail')
    const body = new URLSearchParams({ stop: `s${id}` })
    await fetch(world.url + stop.slice(stop.indexOf('/notices/')), { method: 'POST', body })
    await part(page, 'Email notifications')
    await row(page, 'Changes in the team share “Plans”').waitFor()
    await look('mails that are turned off')
    await row(page, 'Plans').getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('All email notifications are on').waitFor()
    assert.equal((await bob.call(listMutedNotices, { person_id: bob.id })).total, 0)
    await end()
  })

  it('looks as it was chosen, in every browser', async () => {
    const ann = await world.person()
    await ann.upload('a.txt', 'a')
    const first = await signIn(ann.email, '/me/look')
    const { page } = first
    await page.getByLabel('Dark').check()
    await page.getByRole('radio', { name: /^Compact/ }).check()
    await page.getByLabel('Start page').selectOption('Recent')
    await page.getByLabel('Single-letter shortcuts').uncheck()
    await first.look('how it looks')
    const kept = async () => {
      const { body } = await world.request(`/api/2/person/${ann.id}/web_settings`, { headers: ann.bearer })
      return JSON.stringify(body).includes('"letters":false')
    }
    await until(kept)
    await first.end()

    const second = await signIn(ann.email, '/')
    await second.page.getByRole('heading', { level: 1, name: 'Recent' }).waitFor()
    await second.page.locator('html[data-theme=dark][data-density=compact]').waitFor()
    await second.page.goto(`${world.url}/files/${ann.rootId}/0`)
    await second.page.locator('html[data-theme=dark][data-density=compact]').waitFor()
    const item = second.page.getByRole('row', { name: 'a.txt' })
    await item.click()
    assert.equal((await item.boundingBox())?.height, 32)
    await second.page.keyboard.press('Escape')
    await second.page.keyboard.press('n')
    await second.page.keyboard.press('?')
    await second.page.keyboard.press('Delete')
    // By the end of this look, whatever the keys did would be drawn.
    await second.look('a folder with close rows')
    assert.equal(await second.page.getByRole('textbox', { name: 'Name of the new folder' }).count(), 0)
    assert.equal(await second.page.getByRole('dialog').count(), 0)
    await second.end()
  })

  it('does first what its organization asks for', async () => {
    const organizationId = await world.organization({ require_two_step_auth: true })
    const ann = await world.person({ organizationId })
    await world.changePerson(ann.id, { pw_force_reset: 1 })
    const { page, look, end } = await signIn(ann.email, '/me/devices')
    await page.getByRole('heading', { name: 'First, choose a new password' }).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0, 'nothing else can be done')
    await look('a password first')
    await setPassword(page, PASSWORD, `${PASSWORD}!`)
    await page.getByRole('heading', { name: 'First, set up two-step verification' }).waitFor()
    await page.getByRole('radio', { name: 'SMS' }).check()
    await typeInto(page.getByLabel('Mobile phone'), 'call me')
    await typeInto(page.getByLabel('Current password'), `${PASSWORD}!`)
    await press(page, 'Continue')
    await page.getByText('A phone number has 5 to 15 digits').waitFor()
    await typeInto(page.getByLabel('Mobile phone'), phoneOf(ann))
    await press(page, 'Continue')
    await page.getByText('A code was sent to your phone.').waitFor()
    await typeCode(page, phoneOf(ann))
    await press(page, 'Continue')
    await press(page, 'I’ve saved it')
    await page.getByText('This folder is empty').waitFor()
    await end()

    const ben = await world.person({ organizationId })
    const other = await signIn(ben.email, '/', { viewport: PHONE, hasTouch: true, isMobile: true })
    await other.page.getByRole('heading', { name: 'First, set up two-step verification' }).waitFor()
    const key = await takeSecondStep(other)
    assert.match(key, /^[A-Z2-7]{4}(-[A-Z2-7]{4})+$/)
    await other.look('a second step first')
    await press(other.page, 'I’ve saved it')
    await other.page.getByText('This folder is empty').waitFor()
    await other.page.goto(`${world.url}/me/two-step`)
    await other.page.getByText('Your organization requires it').waitFor()
    assert.equal(await other.page.getByRole('button', { name: 'Turn off' }).count(), 0)
    await other.end()
  })

  it('of a guest has a password and a look', async () => {
    const guest = { email: 'gus@example.test', first_name: 'Gus', last_name: 'Guest', password: PASSWORD }
    await (await world.admin()).call(createGuest, { company_id: 1 as OrganizationId, ...guest })
    const { page, end } = await signIn(guest.email, '/me')
    await setPassword(page, PASSWORD, NEW_PASSWORD)
    await page.getByText('Password changed').waitFor()
    const again = await world.post('/api/2/session/create', { email: guest.email, password: NEW_PASSWORD })
    assert.equal(again.status, 200)
    const names = await page.getByRole('main').getByRole('navigation').getByRole('link').allInnerTexts()
    assert.deepEqual(names, ['Password', 'Appearance'])
    await part(page, 'Appearance')
    await page.getByLabel('Dark').check()
    await page.reload()
    await page.locator('html[data-theme=dark]').waitFor()
    await end()
  })

  it('of a system administrator shows what proves backups to be of this service; others do not see it', async () => {
    const boss = await world.person({ siteAdmin: true, organizationId: await world.organization() })
    const other = await signIn(boss.email, '/me/backups')
    await other.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await other.end()
    const { page, look, end } = await signIn('admin@localhost', '/me/profile')
    await part(page, 'Service backups')
    await page.getByRole('heading', { name: 'Backup fingerprint' }).waitFor()
    const { fingerprint } = await (await world.admin()).call(getInstallationBackup, {})
    assert.equal(await page.locator('.me-key').innerText(), fingerprint)
    await look('fingerprint of backups')
    await end()
  })

  it('shows a device that stopped removing files, and tells it what to do', async () => {
    const ann = await world.person()
    world.service.ctx.live.pace.checkMs = 50
    const desk = await signInDevice(world, ann, { dns_name: 'desk', os_type: 'linux' })
    const device = await Device.open(world.url, desk.headers)
    await device.hello()
    device.answers = () => ({ ok: true })
    const { roots } = await device.latest('config', (config) => (config.roots as unknown[]).length > 0)
    const [{ rsub_id } = { rsub_id: 0 }] = roots as { rsub_id: number }[]
    device.say({ t: 'report', held: [{ rsub_id, here: 0, there: 1234 }] })
    await until(async () => (await ann.call(listStoppedDevices, {})).results.length === 1)
    const { page, look, end } = await signIn(ann.email, '/')
    await page.locator('.bell > button').click()
    await page.getByRole('button', { name: '“desk” is paused: 1,234 files would be removed' }).click()
    const asked = page.getByRole('dialog', { name: 'Remove these files?' })
    await asked.getByText('1,234 files in “My files” were deleted or replaced on “desk”.').waitFor()
    await look('a device that stopped removing files')
    await asked.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restoring the files').waitFor()
    await asked.waitFor({ state: 'detached' })
    const { args } = await device.heard('command', ({ kind }) => kind === 'resume')
    assert.deepEqual(args, { rsub_id, decision: 'bring_back' })
    device.cut()
    await end()
  })

  it('of an administrator shows after a restore what retention will delete, and resumes it', async () => {
    const organizationId = await world.organization({ purge_deleted: true, purge_deleted_frequency: 5 })
    const ann = await world.person({ organizationId })
    const { id: file_id } = await ann.upload('gone.txt', 'gone')
    await ann.call(deleteFile, { root_id: ann.rootId, file_id })
    const copy = await copyWorld(world)
    await restoreWorld(world, copy)
    await copy.dispose()
    world.clock.advance({ days: 10 })
    const { page, look, end } = await signIn('admin@localhost', '/')
    await page.locator('.bell > button').click()
    await page.getByRole('button', { name: /^Retention is paused until / }).click()
    const asked = page.getByRole('dialog', { name: 'Resume retention?' })
    await asked.getByRole('listitem').getByText('1 deleted item').waitFor()
    await look('what retention will delete')
    await asked.getByRole('button', { name: 'Resume retention' }).click()
    await page.getByText('Retention resumed').waitFor()
    await asked.waitFor({ state: 'detached' })
    const { paused } = await (await world.admin()).call(getInstallationRetention, {})
    assert.equal(paused, false)
    await page.locator('.bell > button').click()
    await page.getByRole('button', { name: /^Retention is paused until / }).waitFor({ state: 'detached' })
    await end()
  })
})
