import path from 'node:path'
import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { renameFile } from '@holdfast/api/files/file-places'
import { createFolderInRoot, deleteFile, type File, uploadToFolder } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { CheckedClient } from '@holdfast/server/testkit/servers/checked-client'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { useBrowser } from './browser.ts'

/** Where the pictures of the documentation go: `npm run pictures` sets it. */
const FOLDER = process.env.TESTKIT_PICTURES ?? ''
const BEGIN = Date.UTC(2026, 9, 12, 7, 30)
const NAMES = ['Costs', 'Offer', 'Schedule', 'Contract', 'Minutes', 'Letter to the city', 'Survey', 'Windows']

describe('pictures of the past', { skip: FOLDER === '' }, () => {
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(BEGIN) })
  const { signIn } = useBrowser(world, { plain: true })

  it('are made', async () => {
    const organizationId = await world.organization({ excluded_extensions: '', user_rollback: true })
    const admin = await world.admin()
    await admin.call(updateOrganization, { organization_id: organizationId, name: 'Quay Architects' })
    const ann = await world.person({ organizationId, siteAdmin: true })
    const ben = await world.person({ organizationId })
    for (const [who, first_name, last_name] of [
      [ann, 'Ann', 'Miller'],
      [ben, 'Ben', 'Okafor'],
    ] as const)
      await admin.call(updatePerson, { person_id: who.id, first_name, last_name })
    const { id: root_id } = await admin.call(createShare, {
      ...{ organization_id: organizationId, name: 'Harbour hall' },
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [ben.id, 'all', 'EDITOR'],
      ],
    })
    const { id: folder_id } = await ann.call(createFolderInRoot, { root_id, name: 'Quotes' })
    const bytesOf = (text: string) => ({ name: 'x', bytes: new Blob([text]) })
    const archive = await ann.call(createFolderInRoot, { root_id, name: 'Letters' })
    const letters: File[] = []
    for (let n = 1; n <= 60; n++) {
      const file = { ...bytesOf(`letter ${n}`), name: `Letter ${n}.txt` }
      letters.push(await ann.call(uploadToFolder, { root_id, folder_id: archive.id, file }))
    }
    const files: File[] = []
    const put = async (name: string) =>
      files.push(await ann.call(uploadToFolder, { root_id, folder_id, file: { ...bytesOf(name), name } }))
    const change = (who: CheckedClient, file_id: EntryId, text: string) =>
      who.call(uploadRevision, { root_id, file_id, file: bytesOf(text) })
    for (let day = 0; day < 35; day++) {
      const busy = [3, 1, 4, 1, 5, 0, 0][day % 7] ?? 0
      for (let n = 0; n < busy; n++) {
        world.clock.advance({ minutes: 47 })
        const old = files[(day + n) % Math.max(1, files.length)]
        if (files.length < NAMES.length) await put(`${NAMES[files.length]}.txt`)
        else if (old) await change(n % 2 ? ann : ben, old.id, `as on day ${day}, ${n}\n`.repeat(20 + day))
      }
      if (day === 24) {
        await put('Old draft.txt')
        const draft = files.pop()
        if (draft) await ben.call(deleteFile, { root_id, file_id: draft.id })
      }
      world.clock.advance({ days: 1, minutes: -47 * busy })
    }
    // Then a laptop goes wild.
    const laptop = new CheckedClient({ baseUrl: world.url, dnsName: 'ben-laptop' })
    await laptop.signIn(ben.email, PASSWORD)
    for (const { id, name } of [...letters, ...files]) {
      await change(laptop, id, 'not to be read any more')
      await laptop.call(renameFile, { root_id, file_id: id, name: `${name}.locked` })
      world.clock.advance({ seconds: 4 })
    }
    await world.service.brakes.flush()
    world.clock.advance({ minutes: 20 })
    const own = await ann.upload('Travel costs.xlsx', 'x'.repeat(9000))
    await ann.call(deleteFile, { root_id: ann.rootId, file_id: own.id })
    await change(ann, files[1]?.id as EntryId, 'written anew')
    world.clock.advance({ minutes: 20 })

    const { page } = await signIn(ann.email, '/healthz')
    await page.clock.setFixedTime(world.clock.now())
    const picture = async (name: string) => {
      await page.mouse.move(0, 0)
      await page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
    }
    await page.goto(`${world.url}/history/${root_id}/${folder_id}`)
    await page.getByRole('option', { name: /^Tuesday, November 10/ }).click()
    await page.getByRole('row', { name: 'Contract.txt' }).waitFor()
    await page.getByText('As of').waitFor()
    await picture('time-machine')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByText('Renamed').first().waitFor()
    await picture('compare')
    await page.goto(`${world.url}/undo`)
    await page.getByRole('button', { name: 'Sign out this device' }).waitFor()
    await page.getByRole('heading', { name: /ben-laptop \(Ben/ }).waitFor()
    await picture('undo')
    await page.getByRole('button', { name: 'Undo all changes…' }).click()
    await page.getByRole('dialog').getByText('Kept as is, and why').waitFor()
    await picture('undo-dialog')
    await page.goto(`${world.url}/deleted`)
    await page.getByRole('row', { name: 'Old draft.txt' }).waitFor()
    await picture('deleted')
  })
})
