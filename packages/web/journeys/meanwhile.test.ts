import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { deleteFile, uploadToRoot } from '@holdfast/api/files/files'
import { createShare } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })

describe('what happens meanwhile', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('is said of a file that someone else deletes, which comes back by one press', async () => {
    const home = await world.organization()
    const [ann, ben] = [
      await world.person({ organizationId: home }),
      await world.person({ organizationId: home }),
    ]
    await ann.call(updatePerson, { person_id: ann.id, first_name: 'Ann', last_name: 'Keller' })
    const { id: root_id } = await ann.call(createShare, {
      ...{ organization_id: home, name: 'Plans', subscribers: [[ben.id, 'web', 'EDITOR']] },
    })
    const upload = (name: string) =>
      ann.call(uploadToRoot, { root_id, file: { name, bytes: new Blob(['text']) } })
    const [plan, roof] = [await upload('plan.txt'), await upload('roof.txt')]
    const { page, look, end } = await signIn(ben.email, `/files/${root_id}/0`)
    await row(page, 'plan.txt').dblclick()
    const viewer = page.getByRole('dialog', { name: 'plan.txt' })
    await viewer.getByRole('link', { name: 'Download' }).waitFor()
    await ann.call(deleteFile, { root_id, file_id: plan.id })
    await viewer.getByText('Ann Keller deleted this file.').waitFor()
    assert.equal(await viewer.getByRole('link', { name: 'Download' }).count(), 0)
    assert.equal(await viewer.getByRole('button', { name: 'Edit' }).count(), 0)
    await look('a file that someone else deleted')
    await viewer.getByRole('button', { name: 'Restore' }).click()
    await viewer.getByRole('link', { name: 'Download' }).waitFor()
    await ann.call(deleteFile, { root_id, file_id: plan.id })
    await viewer.getByText('Ann Keller deleted this file.').waitFor()
    await viewer.getByRole('button', { name: 'Close', exact: true }).last().click()
    await row(page, 'plan.txt').waitFor({ state: 'detached' })
    assert.equal(await page.getByText('1 selected').count(), 0, 'it is not there')
    await row(page, 'roof.txt').click()
    await page.getByText('1 selected').waitFor()
    await ann.call(deleteFile, { root_id, file_id: roof.id })
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    await end()
  })

  it('shows in the space that is used', async () => {
    const ann = await world.person()
    const { page, end } = await signIn(ann.email, '/', { plain: true })
    await page.getByText('0 B of').waitFor()
    await ann.upload('large.bin', 'x'.repeat(30_000))
    await page.getByText(/^(29|30)\S*\s.?B of/).waitFor()
    await end()
  })

  it('leaves an address that never was, or that is not for one, with a reason and someone to ask', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const { page, open, look, end } = await signIn(ann.email, '/files/999999/0')
    const why =
      /address may be wrong.* or you don’t have access\. Ask the person who sent you here, or an administrator/
    await page.getByText(why).waitFor()
    await open(`/files/${ben.rootId}/0`)
    await page.getByText(why).waitFor()
    await look('an address that is not for one')
    await end()
  })
})
