import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMachineBackup, getBackupSchedule } from '@holdfast/api/devices/backups'
import { updateMachine } from '@holdfast/api/devices/fleet'
import { getMachine } from '@holdfast/api/devices/machines'
import { tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

describe('the devices and backups of all customers', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function customers() {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: home })
    const bob = await world.person({ organizationId: customer })
    const machine = async (who: Someone, nickname: string) => {
      const machine_id = await machineOf(world, who, nickname)
      await boss.call(updateMachine, { machine_id, nickname })
      return machine_id
    }
    const desk = await machine(ann, 'ann-desk')
    const plot = await machine(bob, 'plot-server')
    const docs = await ann.call(createMachineBackup, { machine_id: desk, path: '/home/ann/docs' })
    const projects = await bob.call(createMachineBackup, { machine_id: plot, path: '/srv/projects' })
    const isPaused = async (backup: typeof docs) =>
      (await boss.call(getBackupSchedule, { machine_id: backup.machine_id, root_id: backup.id })).paused
    return { home, customer, boss, ann, desk, plot, docs, projects, isPaused }
  }

  it('are run where devices are connected, paused together and resumed', async () => {
    const { home, boss, ann, desk, docs, projects, isPaused } = await customers()
    const device = await connect(world, ann, desk)
    let begun = 0
    device.answers = () => {
      begun++
      return { ok: true }
    }
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/overview`)
    await page.getByRole('link', { name: 'Backups', exact: true }).click()
    await row(page, 'ann-desk').getByText('/home/ann/docs').waitFor()
    await page.getByText('With 1 customer').click()
    await row(page, 'plot-server').getByText('None yet').waitFor()
    await look('the backups of all')
    await page.getByLabel('Select this page').click()
    await bar(page).getByText('2 selected').waitFor()
    await press(page, 'Run now')
    await dialog(page).getByText('1 is not connected.').waitFor()
    await look('what running backups will do')
    await press(page, 'Run 1 backup')
    await page.getByText('1 backup started').waitFor()
    assert.equal(begun, 1)
    await page.getByLabel('Select this page').click()
    await press(page, 'Pause')
    await press(page, 'Pause 2 backups')
    await page.getByText('2 backups paused').waitFor()
    assert.deepEqual([await isPaused(docs), await isPaused(projects)], [true, true])
    await row(page, 'plot-server').getByText('Paused').waitFor()
    await press(page, 'Undo')
    await page.getByText('2 backups resumed').waitFor()
    assert.deepEqual([await isPaused(docs), await isPaused(projects)], [false, false])
    await page.getByRole('link', { name: 'plot-server' }).click()
    await page.getByRole('heading', { name: 'plot-server' }).waitFor()
    await page.getByText('/srv/projects').first().waitFor()
    device.cut()
    await end()
  })

  it('have folders that privacy mode hides, also in German on a phone', async () => {
    const { home, customer, boss, projects, isPaused } = await customers()
    await world.changeOrganization(customer, { privacy_mode: 1 })
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/backups?below=1`, {
      viewport: PHONE,
      locale: 'de',
    })
    await row(page, 'plot-server').getByText('Durch Datenschutzmodus verborgen').waitFor()
    await look('backups on a phone')
    await row(page, 'plot-server').getByRole('button', { name: 'Aktionen für plot-server' }).click()
    await page.getByRole('menuitem', { name: 'Anhalten' }).click()
    await press(page, '1 Backup anhalten')
    await page.getByText('1 Backup angehalten').waitFor()
    assert.equal(await isPaused(projects), true)
    await end()
  })

  it('are limited and signed out together', async () => {
    const { home, boss, desk, plot } = await customers()
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/devices?below=1&q=desk`)
    await row(page, 'ann-desk').waitFor()
    const limitOf = async (machine_id: typeof desk) => {
      const { throttled, bandwidth_throttle } = await boss.call(getMachine, { machine_id })
      return throttled ? bandwidth_throttle : null
    }
    await page.getByLabel('Select this page').click()
    await press(page, 'Limit bandwidth…')
    await typeInto(dialog(page).getByLabel('Limit in KB/s'), '250')
    await press(page, 'Continue')
    await look('limiting devices')
    await press(page, 'Change for 1 device')
    await page.getByText('Limit of 1 device changed').waitFor()
    assert.deepEqual([await limitOf(desk), await limitOf(plot)], [250, null])
    await press(page, 'Undo')
    await until(async () => (await limitOf(desk)) === null)
    await page.getByLabel('Select this page').click()
    await press(page, 'Sign out…')
    await press(page, 'Continue')
    await typeInto(dialog(page).getByRole('textbox'), '1')
    await look('signing out devices')
    await press(page, 'Sign out 1 device')
    await row(page, 'ann-desk').getByText('Signed out').waitFor()
    await end()
  })

  it('belong to customers who are suspended together, and resumed', async () => {
    const { home, customer, boss } = await customers()
    await world.organization({}, home)
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/customers`)
    const stateOf = async () =>
      (await boss.call(tableOrganizations, { organization_id: home })).results.find(
        ({ id }) => id === customer,
      )?.state
    await page.getByLabel('Select this page').click()
    await bar(page).getByText('2 selected').waitFor()
    await press(page, 'Suspend…')
    await dialog(page).getByText('2 customers will be suspended.').waitFor()
    await look('what suspending customers will do')
    await press(page, 'Suspend 2 customers')
    await page.getByText('2 customers suspended').waitFor()
    assert.equal(await stateOf(), 'suspended')
    await press(page, 'Undo')
    await page.getByText('2 customers active again').waitFor()
    assert.notEqual(await stateOf(), 'suspended')
    await end()
  })
})
