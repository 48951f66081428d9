import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { Computer } from '@holdfast/agent/testkit/program/computer'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import {
  createMachineBackup,
  getBackupSchedule,
  listBackupRuns,
  listMachineBackups,
  restoreMachineBackup,
  runMachineBackup,
} from '@holdfast/api/devices/backups'
import { listMachineJobs, updateMachine } from '@holdfast/api/devices/fleet'
import { enableFileServer } from '@holdfast/api/devices/machines'
import { createShare } from '@holdfast/api/sharing/shares'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { chooseFiles, typeInto } from './hands.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this page' }).getByText(name, { exact: true }).click()
const actions = async (page: Page, of: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const AS_IT_IS = {
  subscriptions: [{ rsub_id: 1, synced: true, synced_folder: '/home/ann/Holdfast', excl_files: [] }],
  synced: true,
  transfers: [],
}

/** So many that a device is still at it when it is switched off. */
const MANY = 800

describe('the page of a device', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  /** Ann's file server and her laptop, with agents on them, and an administrator. */
  async function computers(test: TestContext) {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: home })
    const named = async (name: string) => {
      const computer = await Computer.of(world, ann, name)
      test.after(() => computer.close())
      await boss.call(updateMachine, { machine_id: computer.machineId, nickname: name })
      await computer.start()
      return computer
    }
    const server = await named('plot-server')
    const laptop = await named('ann-laptop')
    await boss.call(enableFileServer, { machine_id: server.machineId })
    const at = (computer: Computer, rest = '') => `/admin/${home}/devices/${computer.machineId}${rest}`
    return { home, boss, ann, server, laptop, at }
  }

  it('leads from its folders to a backup, and from that to another device', async (test) => {
    const { home, boss, server, laptop, at } = await computers(test)
    const { page, look, open, end } = await signIn(boss.email, `/admin/${home}/devices`)
    await page.getByRole('link', { name: 'plot-server' }).click()
    await page.getByText('The device reports no problems.').waitFor()
    await look('a device')

    const browse = (path: string) => open(at(server, `/browse?path=${encodeURIComponent(path)}`))
    await tab(page, 'Browse')
    await page.getByRole('link', { name: '/', exact: true }).waitFor()
    await browse(server.at('srv'))
    await page.getByText(`holdfast-agent allow ${server.at('srv')} --browse`).waitFor()
    await look('a device that does not allow it')
    await server.allow('srv')
    await press(page, 'Retry')
    await page.getByRole('link', { name: 'outside' }).waitFor()
    await look('folders of a device')
    await actions(page, 'plans', 'Back up this folder')
    await look('backing up a folder')
    await press(page, 'Back up')
    const plans = server.at('srv/plans')
    await page.getByText(plans, { exact: true }).waitFor()
    await actions(page, plans, 'Run now')
    await page.getByText('Backup started').waitFor()
    const [{ id: root_id } = assert.fail()] = (
      await boss.call(listMachineBackups, { machine_id: server.machineId })
    ).results
    const backup = { machine_id: server.machineId, root_id }
    const newestRun = async () => (await boss.call(listBackupRuns, backup)).results[0]
    await until(async () => (await newestRun())?.files === 1)
    await page.getByText('1 file · 4 bytes').or(page.getByText('1 file · 4 B')).first().waitFor()

    writeFileSync(server.at('srv/plans/plan.txt'), 'plan, changed')
    writeFileSync(server.at('srv/plans/more.txt'), 'more')
    await actions(page, plans, 'Run now')
    // A run that is still under way may have looked before the files were there: another one then.
    await until(async () => {
      if ((await newestRun())?.files === 2) return true
      await boss.call(runMachineBackup, backup)
      return false
    }, 1000)
    await page.getByText('2 files ·').first().waitFor()
    // The row moves when a run ends, maybe just while it is pressed.
    const restore = page.getByRole('link', { name: 'Restore…' })
    await until(async () => {
      if ((await restore.getAttribute('aria-current')) === 'true') return true
      await restore.click()
      return false
    }, 500)
    const runs = page.getByRole('button', { name: /^Restore…/ })
    await runs.nth(1).waitFor()
    await look('the backups of a device')
    await runs.nth(1).click()
    await look('restoring a backup')
    const to = laptop.at('srv/back')
    await dialog(page).getByLabel('Destination').selectOption('ann-laptop')
    await typeInto(dialog(page).getByLabel('Folder on that device'), to)
    await press(page, 'Check')
    await dialog(page).getByText(`holdfast-agent allow ${to} --restore`).waitFor()
    await laptop.allow('srv')
    await press(page, 'Check')
    await dialog(page).getByText('No file there is newer.').waitFor()
    await dialog(page).getByText(`will be restored to ${to} on ann-laptop`).waitFor()
    await look('what a restore would do')
    await press(page, 'Restore 1 file')
    await page.getByRole('heading', { name: 'ann-laptop' }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    await look('the jobs of a device')
    assert.equal(readFileSync(laptop.at('srv/back/plan.txt'), 'utf8'), 'plan')
    await tab(page, 'Activity')
    await page.getByText('restored a backup to').first().waitFor()
    await look('the activity of a device')
    await end()
  })

  it('says that a device is away, and a job of it waits and is finished later', async (test) => {
    const { boss, ann, server, at } = await computers(test)
    await server.allow('srv')
    mkdirSync(server.at('srv/plans/many'))
    for (let n = 0; n < MANY; n++) writeFileSync(server.at(`srv/plans/many/${n}`), `${n}`)
    const { machineId: machine_id } = server
    await ann.call(createMachineBackup, { machine_id, path: server.at('srv/plans') })
    const isBackedUp = async () => (await server.agent.status()).backups[0]?.lastRun != null
    await until(isBackedUp)
    const { page, look, open, end } = await signIn(boss.email, at(server, '/backups'))
    await page.getByRole('link', { name: 'Restore…' }).click()
    await page.getByRole('button', { name: /^Restore…/ }).click()
    await dialog(page).getByLabel('What to restore').selectOption('One folder')
    await press(page, 'Check')
    await dialog(page).getByRole('alert').getByText('Choose a folder.').waitFor()
    await dialog(page).getByRole('button', { name: 'many' }).click()
    await dialog(page).getByText('Restores what is in “many”.').waitFor()
    await look('restoring one folder')
    await typeInto(dialog(page).getByLabel('Folder on that device'), server.at('srv/back'))
    await press(page, 'Check')
    await page.getByRole('button', { name: /^Restore 800 files/ }).click()
    await page.getByText('Restore started').waitFor()
    await server.stop()
    const job = async () => (await boss.call(listMachineJobs, { machine_id })).results[0]
    assert.notEqual((await job())?.state, 'done')
    await open(at(server, '/jobs'))
    await page.getByText('Starts or continues as soon as the device is connected.').waitFor()
    await look('a job that waits')
    await tab(page, 'Browse')
    await page.getByText('plot-server is not connected.').waitFor()
    await look('a device that is away')
    await server.start()
    await press(page, 'Retry')
    await page.getByRole('link', { name: '/', exact: true }).waitFor()
    await tab(page, 'Jobs')
    await page.getByText('800 of 800 files').waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    for (const n of [0, 17, MANY - 1]) assert.equal(readFileSync(server.at(`srv/back/${n}`), 'utf8'), `${n}`)
    await end()
  })

  it('is set up, and cancels a job that is under way, in German on a phone', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: home })
    const machine_id = await machineOf(world, ann, 'desk')
    const device = await connect(world, ann, machine_id)
    device.answers = ({ kind }) =>
      kind === 'ls' ? { ok: true, data: ['/'] } : { ok: true, data: { newer: 2 } }
    const { id: root_id } = await ann.call(createMachineBackup, { machine_id, path: '/home/ann' })
    await ann.call(restoreMachineBackup, { machine_id, root_id, path: '/home/ann/back' })
    const job = async () => (await boss.call(listMachineJobs, { machine_id })).results[0]
    const { id } = (await job()) ?? assert.fail('There is no job')
    device.say({ t: 'progress', job: id, state: 'running', done: 3, total: 10, problems: [] })
    await until(async () => (await job())?.state === 'running')
    const { page, look, open, end } = await signIn(boss.email, `/admin/${home}/devices/${machine_id}/jobs`, {
      viewport: PHONE,
      locale: 'de',
    })
    await page.getByText('3 von 10 Dateien').waitFor()
    await look('a job that is under way')
    device.say({ t: 'progress', job: id, state: 'running', done: 7, total: 10, problems: [] })
    await page.getByText('7 von 10 Dateien').waitFor()
    await press(page, 'Auftrag abbrechen')
    await page.getByText('Abgebrochen', { exact: true }).waitFor()
    assert.equal((await job())?.state, 'cancelled')

    await open(`/admin/${home}/devices/${machine_id}`)
    await page.getByLabel('Bandbreite begrenzen').check()
    await typeInto(page.getByLabel('Grenze in KB/s'), '500')
    await look('the settings of a device')
    await press(page, 'Speichern')
    await page.getByText('Einstellungen gespeichert.').waitFor()
    await device.latest('config', ({ throttle }) => JSON.stringify(throttle).includes('500'))

    await open(`/admin/${home}/devices/${machine_id}/backups`)
    const menu = async (item: string) => {
      await page.getByRole('button', { name: 'Aktionen für /home/ann' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Anhalten')
    await page.getByText('Backup angehalten').waitFor()
    await menu('Zeitplan …')
    await dialog(page).getByLabel('Abstand').selectOption('12 Stunden')
    await typeInto(dialog(page).getByLabel('Von'), '22:00')
    await typeInto(dialog(page).getByLabel('Bis'), '05:00')
    await look('the schedule of a backup')
    await press(page, 'Speichern')
    await page.getByText('22:00–05:00').waitFor()
    const { every_minutes, window_start, paused } = await boss.call(getBackupSchedule, {
      machine_id,
      root_id,
    })
    assert.deepEqual([every_minutes, window_start, paused], [720, '22:00', true])
    device.cut()
    await end()
  })

  it('becomes a file server whose folders are kept the same as team shares, for those who may browse it', async (test) => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const machine_id = await machineOf(world, boss, 'desk')
    await boss.call(updateMachine, { machine_id, nickname: 'plot-server' })
    const subscribers = [[boss.id, 'web', 'CO_OWNER']] as never
    for (const name of ['Harbour hall', 'Minutes'])
      await boss.call(createShare, { organization_id: home, name, subscribers })
    const device = await connect(world, boss, machine_id)
    const { page, look, open, end } = await signIn(boss.email, `/admin/${home}/devices/${machine_id}/sync`)
    device.answers = ({ kind }) => ({ ok: true, data: kind === 'ls' ? ['plans', 'photos'] : AS_IT_IS })
    await page.getByRole('button', { name: 'Make this a file server' }).click()
    await page.getByText('No folder is mapped yet.').waitFor()
    await open(`/admin/${home}/devices/${machine_id}/browse?path=%2Fsrv`)
    await actions(page, 'plans', 'Map to…')
    await typeInto(dialog(page).getByLabel('Find a team share'), 'har')
    await dialog(page).getByText('Minutes').waitFor({ state: 'detached' })
    await dialog(page).getByLabel('Harbour hall').check()
    await look('mapping a folder')
    await press(page, 'Map')
    await page.getByText('Folder mapped').waitFor()
    await tab(page, 'Sync and mappings')
    await page.getByText('/srv/plans', { exact: true }).waitFor()
    await page.getByText('/home/ann/Holdfast').waitFor()
    await look('the mappings of a device')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const file = await (await download).path()
    await actions(page, 'Harbour hall', 'Delete mapping…')
    await press(page, 'Delete mapping')
    await page.getByText('No folder is mapped yet.').waitFor()
    await chooseFiles(page.getByRole('button', { name: 'Import…' }), [file])
    await dialog(page).getByText('Created').waitFor()
    await look('imported mappings')
    await dialog(page).getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('/srv/plans', { exact: true }).waitFor()

    await boss.call(updateOrganizationPolicy, { organization_id: home, admin_browse_remote: false })
    test.after(() => device.cut())
    const other = await world.person({ organizationId: home, siteAdmin: true })
    const second = await signIn(other.email, `/admin/${home}/devices/${machine_id}`)
    await second.page.getByText('the policy doesn’t let administrators browse devices').waitFor()
    assert.equal(await second.page.getByRole('link', { name: 'Browse' }).count(), 0)
    await second.open(`/admin/${home}/devices/${machine_id}/sync`)
    await second.page.getByText('Hidden', { exact: true }).first().waitFor()
    assert.equal(await second.page.getByText('/srv/plans').count(), 0)
    await second.end()
    await end()
  })
})
