import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { getFolderSafety } from '@holdfast/api/oversight/safety'
import { shareFolder } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, useBrowser } from './browser.ts'

const MONDAY = Date.UTC(2026, 10, 9, 8, 0)

describe('how safe an item is, in a browser', () => {
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(MONDAY), config: { scrubPercentPerDay: 0 } })
  const { signIn } = useBrowser(world)
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const at = (root: number, folder: EntryId, id: EntryId) =>
    `/files/${root}/${folder}?sel=${id}&panel=details`
  /** All of them, in a window of this width: cut off by nothing, and none over another. */
  async function tabsFit(page: Page, width: number): Promise<void> {
    const before = page.viewportSize() ?? DESKTOP
    await page.setViewportSize({ ...before, width })
    const tabs = page.getByRole('tab')
    const panel = (await page.locator('aside.details').boundingBox()) ?? assert.fail('no details')
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))
    assert.equal(boxes.length, 6)
    for (const [n, box] of boxes.entries()) {
      const { x, width: wide } = box ?? assert.fail(`tab ${n} is not shown`)
      const place = `tab ${n} from ${x}, ${wide} wide, at ${width}`
      assert.ok(x >= panel.x && x + wide <= panel.x + panel.width, place)
    }
    const cut = await tabs.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    assert.equal(cut, 0, `tabs with more words than room at ${width}`)
    await page.setViewportSize(before)
  }
  const change = (who: Someone, file_id: EntryId, text: string) =>
    who.call(uploadRevision, {
      ...{ root_id: who.rootId, file_id },
      file: { name: 'x', bytes: new Blob([text]) },
    })

  it('is in the details: versions, access, devices and damage, each with its time', async () => {
    const organization_id = await world.organization()
    const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
    const policy = { trim_revisions: true, trim_revisions_x: 30, purge_deleted: false }
    await boss.call(updateOrganizationPolicy, { organization_id, ...policy })
    const ann = await world.person({ organizationId: organization_id })
    const { id: folder } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
    const file = await ann.upload('offer.txt', 'first', folder)
    world.clock.advance({ minutes: 5 })
    await change(ann, file.id, 'second')
    await ann.call(shareFolder, { root_id: ann.rootId, folder_id: folder })
    const device = await connect(world, ann, await machineOf(world, ann, 'desk'))
    const { roots } = await device.latest('config', (config) => (config.roots as unknown[]).length > 0)
    const [{ rsub_id } = assert.fail('no root')] = roots as { rsub_id: number }[]
    device.say({ t: 'report', roots: [{ rsub_id, state: 'synced', folder: '/home/ann' }] })
    world.clock.advance({ minutes: 1 })
    await until(async () => {
      const { devices } = await ann.call(getFolderSafety, { root_id: ann.rootId, folder_id: folder })
      return devices[0]?.state === 'up_to_date'
    })
    const now = world.clock.now()
    const visit = () => signIn(ann.email, at(ann.rootId, folder, file.id), { at: now, timezoneId: 'UTC' })
    const { page, look, end } = await visit()
    await page.getByRole('tab', { name: 'Safety' }).click()
    for (const { width } of [DESKTOP, PHONE]) await tabsFit(page, width)
    const versions = part(page, 'Versions')
    await versions.getByText('2 versions, the oldest from Mon, Nov 9, 8:00 AM').waitFor()
    await versions.getByText('Earlier versions are kept for 30 days').waitFor()
    await versions.getByText('The oldest version will be deleted after Wed, Dec 9, 8:05 AM.').waitFor()
    await versions.getByText('until someone deletes them permanently').waitFor()
    const access = part(page, 'Who has access')
    await access.getByText('Anyone with the link').waitFor()
    await access.getByText('Link to “/Plans”').or(access.getByText('/Plans')).first().waitFor()
    const devices = part(page, 'On your devices')
    await devices.getByText('Up to date', { exact: true }).waitFor()
    await devices.getByText('Connected, as of Mon, Nov 9, 8:06 AM').waitFor()
    const stored = part(page, 'Stored data')
    await stored.getByText('No damage known').waitFor()
    await stored.getByText('Regular checks are turned off.').waitFor()
    assert.equal(await part(page, 'Backup of the service').count(), 0, 'only where the settings say so')
    await look('safety of a file')
    await access.getByRole('button', { name: 'Show access' }).click()
    await page.getByText('Everyone with access, and why').waitFor()
    await page.getByRole('tab', { name: 'Safety' }).click()
    await versions.getByRole('button', { name: 'Show versions' }).click()
    await page.getByRole('tab', { name: 'Versions', selected: true }).waitFor()
    await end()
    device.cut()

    // Marked as the scrub does.
    const { db } = world.service.ctx
    const marked = `update chunk set damaged_at = ${now} where root_id = ${ann.rootId}
      and id in (select chunk_id from revision_chunk where revision_id = ${file.revision_id})`
    await rawSql(db, marked)
    await rawSql(
      db,
      `insert into scrub (id, up_to, at, unread, full_begun_at, full_at)
       values (1, 0, ${MONDAY}, 0, ${MONDAY - 3_600_000}, ${MONDAY})`,
    )
    world.service.ctx.config.showBackups = true
    try {
      const after = await visit()
      await after.page.getByRole('tab', { name: 'Safety' }).click()
      const damaged = part(after.page, 'Stored data')
      await damaged.getByText('1 damaged part known').waitFor()
      await damaged.getByText('Version from Mon, Nov 9, 8:00 AM').waitFor()
      await damaged.getByText('Last full check of all stored data finished: Mon, Nov 9, 8:00 AM').waitFor()
      await part(after.page, 'Backup of the service').getByText('Automatic backups are off.').waitFor()
      await after.look('safety of a damaged file')
      await after.end()
      const german = await signIn(ann.email, at(ann.rootId, 0 as EntryId, folder), {
        ...{ at: now, timezoneId: 'UTC', locale: 'de' },
      })
      await german.page.getByRole('tab', { name: 'Sicherheit' }).click()
      await part(german.page, 'Gespeicherte Daten').getByText('/Plans/offer.txt').waitFor()
      await german.look('safety of a folder in German')
      await german.open(at(ann.rootId, folder, file.id))
      await german.page.getByRole('tab', { name: 'Sicherheit' }).click()
      for (const { width } of [DESKTOP, PHONE]) await tabsFit(german.page, width)
      await german.end()
    } finally {
      world.service.ctx.config.showBackups = false
      await rawSql(db, 'delete from scrub')
    }
  })

  it('says to members who may not see others only what is their own', async () => {
    const organization_id = await world.organization()
    const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
    const [ann, bob] = [
      await world.person({ organizationId: organization_id }),
      await world.person({ organizationId: organization_id }),
    ]
    const { id: root } = await boss.call(createShare, {
      organization_id,
      name: 'Together',
      subscribers: [
        [ann.id, 'web', 'CO_OWNER'],
        [bob.id, 'web', 'VIEWER'],
      ],
    })
    const { id } = await ann.call(createFolderInRoot, { root_id: root, name: 'Plans' })
    const { page, end } = await signIn(bob.email, at(root, 0 as EntryId, id))
    await page.getByRole('tab', { name: 'Safety' }).click()
    const access = part(page, 'Who has access')
    await access.getByText('You: Can view and download').waitFor()
    await access.getByText('Only people with full access can see who else can open it.').waitFor()
    await part(page, 'On your devices').getByText('It is on none of your devices.').waitFor()
    await part(page, 'Stored data').getByText('No full check of all stored data has finished yet.').waitFor()
    await end()
  })
})
