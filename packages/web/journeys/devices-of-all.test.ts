import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMachineHealth, updateMachine } from '@holdfast/api/devices/fleet'
import type { MachineId } from '@holdfast/api/ids'
import { connect, fileServer, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')

describe('the devices of all customers', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function fleet() {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: customer })
    const named = async (nickname: string, machine_id: MachineId) => {
      const device = await connect(world, ann, machine_id, { agent_version: '1.2.3' })
      await boss.call(updateMachine, { machine_id, nickname })
      return device
    }
    const lost = await machineOf(world, ann, 'lost')
    const gone = await named('lost-laptop', lost)
    gone.cut()
    await until(async () => !(await healthOf(boss, lost)).connected)
    world.clock.advance({ minutes: 70 })
    await world.runJobs()
    // Alerts are kept by a job of their own, which may have come first.
    world.clock.advance({ minutes: 2 })
    await world.runJobs()
    const desk = await machineOf(world, ann, 'second')
    const device = await named('ann-desk', desk)
    const problems = [{ path: '/home/ann/a.txt', reason: 'The disk is full.' }]
    const health = { free_space: 12 * 1024 ** 3, total_space: 64 * 1024 ** 3, problems }
    device.say({ t: 'report', health })
    await until(async () => (await healthOf(boss, desk)).reported !== null)
    await fileServer(world, boss, boss, 'plot-server')
    return { home, customer, boss, ann, desk, device }
  }
  const healthOf = (who: Someone, machine_id: MachineId) => who.call(getMachineHealth, { machine_id })

  it('leads from an alert to the device, and signs it out', async () => {
    const { home, customer, boss, desk, device } = await fleet()
    const { page, look, end } = await signIn(boss.email, `/admin/${customer}`)
    await page.getByRole('link', { name: 'Show devices' }).click()
    await row(page, 'lost-laptop').getByText('Unreachable').waitFor()
    await row(page, 'ann-desk').waitFor({ state: 'detached' })
    await page.goto(`${world.url}/admin/${home}/devices?below=1`)
    await row(page, 'ann-desk').getByText('Problems').waitFor()
    await row(page, 'ann-desk').getByText('12 GB').waitFor()
    await row(page, 'lost-laptop').waitFor()
    await look('the devices of all')
    await press(page, 'File servers')
    await row(page, 'plot-server').waitFor()
    await row(page, 'ann-desk').waitFor({ state: 'detached' })
    await page.goBack()
    await row(page, 'ann-desk')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await typeInto(dialog(page).getByLabel('Name'), 'Front desk')
    await press(page, 'Rename')
    await page.getByText('Device renamed to Front desk').waitFor()
    await row(page, 'Front desk')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Sign out…' }).click()
    await look('signing out a device')
    await press(page, 'Sign out')
    await row(page, 'Front desk').getByText('Signed out').waitFor()
    assert.notEqual((await healthOf(boss, desk)).signed_out, null)
    await device.closed
    await end()
  })

  it('are on the page of their person, in German on a phone', async () => {
    const { customer, boss, ann } = await fleet()
    const bob = await world.person({ organizationId: customer })
    const { page, look, open, end } = await signIn(boss.email, `/admin/${customer}/people/${ann.id}`, {
      viewport: PHONE,
      locale: 'de',
    })
    await page.getByRole('navigation', { name: 'Teile dieser Seite' }).getByText('Geräte').click()
    await row(page, 'ann-desk').getByText('Probleme').waitFor()
    await row(page, 'lost-laptop').getByText('Nicht erreichbar').waitFor()
    await look('the devices of a person')
    await open(`/admin/${customer}/devices?view=unreachable`)
    await row(page, 'lost-laptop').waitFor()
    await look('the devices that cannot be reached')
    await open(`/admin/${customer}/people/${bob.id}/devices`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await end()
  })
})
