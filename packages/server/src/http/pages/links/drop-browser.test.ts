import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { listed, sharedFolder } from '@holdfast/server/testkit/browser/link-pages'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

describe('the page of a file request in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()

  for (const javaScriptEnabled of [true, false])
    it(`thanks for what arrived, with scripts ${javaScriptEnabled ? 'on' : 'off'}`, async () => {
      const { ann, shared, page: path } = await sharedFolder(world, { upload_only: true })
      const context = await (await openBrowser()).newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(world.url + path)
      const thanks = page.getByText('Thank you. You can close this page now.').filter({ visible: true })
      assert.equal(await thanks.count(), 0)
      await page.locator('#files').setInputFiles([file('one.txt'), file('two 🚢.txt')])
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Upload' }).click()
      await thanks.waitFor()
      await page.getByText(/^2 files uploaded/).waitFor()
      assert.deepEqual((await listed(ann, shared.id))?.toSorted(), ['Sub', 'a.txt', 'one.txt', 'two 🚢.txt'])
      if (javaScriptEnabled) {
        await page.locator('#files').setInputFiles(file('no?.txt'))
        await page.getByText('2 files uploaded, 1 upload failed').waitFor()
        assert.equal(await thanks.count(), 0)
      }
      await context.close()
    })
})
