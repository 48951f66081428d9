import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addSharelinkSubscriber, listPersonSharelinks, shareFile } from '@holdfast/api/sharing/links'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Locator, Page } from 'playwright-core'
import { DESKTOP, PHONE, useBrowser } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Share “${name}”` })
const LONG_NAME = `${'Very long name of a plan '.repeat(8)}חוזה ✏️.txt`

async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  assert.ok(box, `${one} is not to be seen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** All of it is inside of what scrolls, and nothing lies over it. */
async function checkUncut(one: Locator, share: Locator) {
  const [box, around] = [await boxOf(one), await boxOf(share.locator('.dialog-body'))]
  const name = (await one.textContent()) || (await one.getAttribute('id'))
  assert.ok(box.x >= around.x && box.right <= around.right + 1, `${name} is cut at its side`)
  assert.ok(box.y >= around.y && box.bottom <= around.bottom + 1, `${name} is cut`)
  const isOnTop = await one.evaluate(
    (element, { x, y }) => {
      const top = element.ownerDocument.elementFromPoint(x, y)
      return top !== null && element.contains(top)
    },
    { x: box.x + box.width / 2, y: box.y + box.height - 2 },
  )
  assert.ok(isOnTop, `something lies over ${name}`)
}

describe('sharing in one breath', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('takes two keys and a name; those of before are one press away', async () => {
    const { ann, organizationId } = await sharer(world)
    const bob = await world.person({ organizationId })
    for (let n = 0; n < 2; n++) await world.person({ organizationId })
    await ann.upload(LONG_NAME, 'long')
    const { page, look, end } = await signIn(ann.email, '/')
    await row(page, 'plan.txt').click()
    await page.keyboard.press('s')
    const share = dialog(page, 'plan.txt')
    const field = share.getByRole('combobox', { name: 'Add people' })
    await field.and(page.locator(':focus')).waitFor()
    // Nobody waits for what is found before Enter.
    await page.keyboard.type(bob.email.slice(0, bob.email.indexOf('@') + 1))
    await page.keyboard.press('Enter')
    await share.getByText(/^“plan.txt” shared with Pat Doe/).waitFor()
    assert.equal(await share.getByLabel(/^Access for Pat Doe/).inputValue(), 'look')
    await field.and(page.locator(':focus')).waitFor()
    // Both are meant by this, so that the first Enter chooses, and only the second shares.
    await page.keyboard.type('Pat')
    await page.getByRole('listbox', { name: 'People' }).getByRole('option').nth(1).waitFor()
    await page.keyboard.press('Enter')
    await share.getByRole('button', { name: /^Remove Pat Doe/ }).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await share.waitFor({ state: 'detached' })

    await page.getByText(LONG_NAME.slice(0, 60)).first().click()
    await page.keyboard.press('s')
    const other = page.getByRole('dialog')
    const recent = other.getByRole('button', { name: /^Add Pat Doe/ })
    await recent.click()
    await look('sharing with someone of before')
    await page.keyboard.press('Enter')
    // The message of the first share may be there still.
    await other.getByText(/^“Very long name.* shared with Pat Doe/).waitFor()
    assert.equal(await recent.count(), 0, 'who has it is not proposed')
    await end()
    const { results } = await ann.call(listPersonSharelinks, { person_id: ann.id })
    assert.deepEqual(
      results.map(({ subscribers }) => subscribers.length),
      [1, 1],
    )
  })

  for (const [size, viewport] of [
    ['a phone', PHONE],
    ['a desk', DESKTOP],
  ] as const)
    it(`has its settings in chips that open uncut on ${size}`, async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(shareFile, { ...at, login_required: false })
      for (const n of [1, 2]) {
        const given = { sharelink_id: link.id, email: `reader${n}@elsewhere.test`, write_access: true }
        await ann.call(addSharelinkSubscriber, given)
      }
      const { page, look, end } = await signIn(ann.email, `/files/${ann.rootId}/0?sel=${at.file_id}`, {
        viewport,
        at: world.clock.now(),
      })
      await page.getByRole('button', { name: 'Share…' }).first().click()
      const share = dialog(page, 'plan.txt')
      const chips = share.getByRole('group', { name: 'Link settings' }).getByRole('button')
      const words = ['No password', 'No expiry', 'Unlimited downloads', 'No email alerts']
      await chips.first().waitFor()
      assert.deepEqual(await chips.allTextContents(), words)
      for (const word of words) {
        await share.getByRole('button', { name: word }).click()
        const editor = share.locator('.setting-editor')
        await editor.waitFor()
        await checkUncut(editor, share)
      }
      await look(`link settings on ${size}`)
      // The editor alone.
      await page.keyboard.press('Escape')
      await share.locator('.setting-editor').waitFor({ state: 'detached' })
      await share.getByRole('button', { name: 'No password' }).click()
      await page.keyboard.type('never')
      await page.keyboard.press('Escape')
      await share.getByRole('button', { name: 'No password' }).and(page.locator(':focus')).waitFor()

      await share.getByRole('button', { name: 'Unlimited downloads' }).click()
      await page.keyboard.type('5')
      await page.keyboard.press('Enter')
      await share.getByText('Link to “plan.txt” now allows 5 downloads').waitFor()
      await share.getByRole('button', { name: '0 of 5 downloads' }).and(page.locator(':focus')).waitFor()
      await share.getByRole('button', { name: 'No expiry' }).click()
      await share.getByLabel('Expires after').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('12312036')
      await page.keyboard.press('Enter')
      await share.getByRole('button', { name: 'Expires Dec 31, 2036' }).waitFor()
      await share
        .getByText(/ Expires Dec 31, 2036\.$/)
        .first()
        .waitFor()
      await look(`link settings that are set on ${size}`)
      // Also where the dialog is gone, it says what was changed.
      await share.getByRole('button', { name: 'Done' }).click()
      await share.waitFor({ state: 'detached' })
      await page.getByText('Link to “plan.txt” now expires Dec 31, 2036').waitFor()
      await end()
      const [kept] = (await ann.call(listPersonSharelinks, { person_id: ann.id })).results
      assert.deepEqual([kept?.expires, kept?.download_limit, kept?.has_password], ['2036-12-31', 5, false])
    })
})
