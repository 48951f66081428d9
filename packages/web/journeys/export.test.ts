import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { unzip } from '@holdfast/server/testkit/content/unzip'
import { sha256, spoilChunk } from '@holdfast/server/testkit/people/exports'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')

describe('the export of an organization', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('is begun, watched and downloaded, and has every byte', async () => {
    const home = await world.organization({ num_orgs_maximum: null })
    await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: home })
    const contents = ['the plan', 'ünï', '']
    for (const [n, content] of contents.entries()) await ann.upload(`file ${n}.txt`, content)
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/organization`)
    await page.getByText('No exports yet.').waitFor()
    await look('before the first export')
    await page.getByLabel('Include customers').check()
    await press(page, 'Start export')
    await page.getByText('Verified: all 3 files.').waitFor()
    await page.getByRole('button', { name: 'Remove…' }).scrollIntoViewIfNeeded()
    await look('an export that is ready')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Part 1' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^Organization \d+-1\.zip$/)
    const bytes = await readFile(await download.path())
    const found = await unzip(bytes)
    const manifest = JSON.parse(String(found.find(({ path }) => path === 'manifest.json')?.bytes))
    const hashes = new Map<string, string>(
      manifest.files.map((file: { path: string; sha256: string }) => [file.path, file.sha256]),
    )
    const files = found.filter((item) => item.bytes && item.path !== 'manifest.json')
    for (const { path, bytes: content } of files)
      assert.equal(sha256(content ?? Buffer.alloc(0)), hashes.get(path), path)
    const ofAnn = files.filter(({ path }) => path.includes('/People/'))
    assert.deepEqual(
      ofAnn.map((item) => String(item.bytes)),
      contents,
    )
    assert.equal(hashes.size, files.length)
    await press(page, 'Remove…')
    await look('whether to remove it')
    await dialog(page).getByRole('button', { name: 'Remove export' }).click()
    await page.getByText('Canceled').waitFor()
    await end()
  })

  it('says in German on a phone what is not in it', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    await boss.upload('broken.txt', 'broken')
    await boss.upload('whole.txt', 'whole')
    await spoilChunk(world, boss.rootId, Buffer.from('broken'))
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/organization`, {
      viewport: PHONE,
      locale: 'de',
    })
    await press(page, 'Export starten')
    await page.getByText('1 Datei konnte nicht exportiert werden').click()
    await page.getByText('Auf dem Server beschädigt').waitFor()
    await page.getByText('Auf dem Server beschädigt').scrollIntoViewIfNeeded()
    await look('what could not be exported')
    await end()
  })
})
