import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { listMutedNotices } from '@holdfast/api/sharing/notices'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

describe('the page that turns off mails, in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()
  const { lettersTo, later, share, put } = useNotices(world)

  for (const width of [360, 800])
    it(`works without scripts, ${width} pixels wide`, async () => {
      const home = await world.organization()
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      const bob = await world.person({ organizationId: home })
      await share(boss, home, [boss, bob], { name: 'Plans' }).then(({ id }) => put(boss, id, 'a.txt'))
      await later()
      const [letter] = await lettersTo(bob)
      const address = letter?.stop.replace(/^https:\/\/[^/]+/, world.url) ?? ''
      const context = await (await openBrowser()).newContext({
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(address)
      await page.getByRole('button', { name: 'changes in the team share “Plans”' }).click()
      await page.getByText('Turned off: changes in the team share “Plans”.').waitFor()
      assert.equal(await page.getByRole('button', { name: '“Plans”' }).count(), 0)
      assert.deepEqual(complaints, [], 'the policy of the page stops nothing that it needs')
      assert.equal((await bob.call(listMutedNotices, { person_id: bob.id })).total, 1)
      const shown = await page.content()
      await context.close()
      await inspect(shown, width)
    })

  /** The page allows no scripts, so that what it shows is looked at in another one. */
  async function inspect(html: string, width: number): Promise<void> {
    const context = await (await openBrowser()).newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.setContent(html)
    if (process.env.TESTKIT_SHOTS)
      await page.screenshot({ path: path.join(process.env.TESTKIT_SHOTS, `stop-${width}.png`) })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
    await checkWithAxe(page, `${width}`)
    await context.close()
  }
})
