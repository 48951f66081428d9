import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot, deleteFile } from '@holdfast/api/files/files'
import { shareFolder } from '@holdfast/api/sharing/links'
import { signInDevice } from '@holdfast/server/testkit/people/device'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Locator, Page } from 'playwright-core'
import { DESKTOP, PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

/** As WCAG 2.2 wants what is pressed to be at least, and what a finger needs. */
const [SMALLEST, FINGER] = [24, 44]
const LONG = `${'Quarterly'.repeat(26)}.txt`
const HEBREW = 'דוח שנתי.txt'
/** A phone on its side: the bell stays where it is, whatever there is to tell. */
const LOW = { width: 740, height: 360 }

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Where things stand on the screens: measured, since they are all there even where they cover each other. */
describe('the looks of the app', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world)

  const boxOf = async (of: Locator): Promise<Box> => {
    await of.waitFor()
    return (await of.boundingBox()) ?? assert.fail(`${of} is not there`)
  }
  const boxesOf = async (of: Locator): Promise<Box[]> => {
    await of.first().waitFor()
    return Promise.all((await of.all()).map(boxOf))
  }
  const isInside = ({ x, width }: Box, { x: left, width: room }: Box) =>
    x >= left - 0.5 && x + width <= left + room + 0.5
  const row = (page: Page, name: string) => page.getByRole('row', { name })
  const atBothSizes = async (page: Page, check: (size: string) => Promise<void>) => {
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      await check(`at ${size.width} px`)
    }
  }

  /** Words that go on in the next line. */
  const brokenWords = (of: Locator): Promise<string[]> =>
    of.evaluateAll((all) =>
      all.flatMap((it) => {
        const [text] = it.childNodes
        const words = [...(text?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = it.ownerDocument.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return { word, lines: range.getClientRects().length }
        })
        return words.filter(({ lines }) => lines > 1).map(({ word }) => word)
      }),
    )

  /** Of one of a few, all of which can be seen: below each other, apart, each with its mark. */
  async function checkChoice(choice: Locator, where: string) {
    const legend = await boxOf(choice.locator('legend'))
    const options = await boxesOf(choice.locator('.option'))
    assert.ok(options.length > 1, where)
    let above = legend.y + legend.height
    for (const [n, option] of options.entries()) {
      assert.ok(option.y - above >= (n === 0 ? 2 : 6), `${where}: option ${n} at ${option.y} below ${above}`)
      assert.equal(option.width, options[0]?.width, where)
      const radio = choice.getByRole('radio').nth(n)
      const mark = await boxOf(radio)
      assert.ok(mark.width >= 16 && mark.x > option.x && isInside(mark, option), `${where}: no mark`)
      assert.equal(
        await radio.evaluate((it) => it.ownerDocument.defaultView?.getComputedStyle(it).opacity),
        '1',
        `${where}: no mark`,
      )
      above = option.y + option.height
    }
  }

  it('keep choices apart, each with its mark, in Appearance, the two steps and on a device', async () => {
    const ann = await world.person()
    await signInDevice(world, ann, { dns_name: 'desk', os_type: 'linux' })
    const { page, open, end } = await signIn(ann.email, '/me/look')
    const choice = (name: string) => page.getByRole('group', { name })
    await atBothSizes(page, async (at) => {
      for (const name of ['Theme', 'Row height']) await checkChoice(choice(name), `${name} ${at}`)
    })
    await open('/me/two-step')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await atBothSizes(page, (at) => checkChoice(page.locator('.choice'), `two steps ${at}`))
    await open('/me/devices')
    await page.getByRole('link', { name: 'desk' }).click()
    await page.getByRole('button', { name: 'Sign out this device' }).click()
    await atBothSizes(page, (at) => checkChoice(choice('Files on the device'), `a device ${at}`))
    await end()
  })

  it('open notifications below the bell, at its end and as high as what they tell', async () => {
    const ann = await world.person()
    for (const many of [0, 1, 12]) {
      const bob = await world.person()
      for (let n = 0; n < many; n++) {
        const at = { root_id: ann.rootId }
        const { id } = await ann.call(createFolderInRoot, { ...at, name: `Plans ${n} of ${many}` })
        await ann.call(shareFolder, { ...at, folder_id: id, login_required: true, subscribers: [bob.email] })
      }
      const { page, end } = await signIn(bob.email, '/', { plain: true })
      for (const size of [PHONE, LOW, DESKTOP]) {
        const where = `${many} at ${size.width} px`
        await page.setViewportSize(size)
        const button = page.locator('.bell > button')
        await button.click()
        const panel = page.getByRole('dialog', { name: 'Notifications' })
        await panel.getByText(many === 0 ? 'You’re all caught up' : `Plans ${many - 1} of ${many}`).waitFor()
        const [bell, box] = [await boxOf(button), await boxOf(panel)]
        assert.ok(isInside(box, { ...box, x: 0, width: size.width }), `${where}: outside of the window`)
        assert.ok(box.y >= bell.y + bell.height && box.y < bell.y + bell.height + 12, `${where}: at ${box.y}`)
        assert.ok(box.y + box.height <= size.height, `${where}: ${box.height} px high`)
        // Beside the bell there is no room on a phone.
        if (size !== PHONE)
          assert.ok(Math.abs(box.x + box.width - bell.x - bell.width) < 1, `${where}: not at its end`)
        await panel.evaluate((it) => it.scrollTo(0, it.scrollHeight))
        const last = await boxOf(panel.locator('.bell-none, .bell-all'))
        const rest = box.y + box.height - last.y - last.height
        assert.ok(rest >= 10 && rest <= 24, `${where}: ${rest} px below what it tells`)
        await page.keyboard.press('Escape')
      }
      await end()
    }
  })

  it('hold names of any length and direction, in lines that are large enough to press', async () => {
    const ann = await world.person({ organizationId: await world.organization({ excluded_extensions: '' }) })
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Projects' })
    await ann.upload(LONG, 'long', id)
    await ann.upload(HEBREW, 'hebrew', id)
    const { page, open, end } = await signIn(ann.email, '/recent')
    for (const address of ['/recent', '/search?q=txt']) {
      await open(address)
      await atBothSizes(page, async (at) => {
        const where = `${address} ${at}`
        const names = await boxesOf(page.locator('.found-name'))
        const links = await boxesOf(page.locator('.found-link'))
        assert.equal(names.length, 2, where)
        for (const [n, link] of links.entries())
          assert.ok(isInside(link, names[n] as Box), `${where}: a link of ${link.width} px`)
        for (const link of [...links, ...(await boxesOf(page.locator('.found-where')))])
          assert.ok(link.height >= SMALLEST, `${where}: ${link.height} px high`)
        const name = await boxOf(page.locator('.found-link bdi', { hasText: HEBREW }))
        assert.ok(name.x - (names[0] as Box).x < 1, `${where}: the name is away from its icon`)
        const main = await page.getByRole('main').evaluate((it) => it.scrollWidth - it.clientWidth)
        assert.equal(main, 0, where)
      })
    }
    await open(`/files/${ann.rootId}/${id}`)
    await atBothSizes(page, async (at) => {
      const icon = await boxOf(row(page, HEBREW).locator('.file-icon'))
      const name = await boxOf(row(page, HEBREW).locator('bdi').first())
      assert.ok(name.x - icon.x - icon.width < 16, `${at}: the name is away from its icon`)
    })
    await end()
  })

  it('have a place to tick as wide as a finger, after which keys go on', async () => {
    const ann = await world.person()
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await ann.upload(name, name)
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/0`)
    await row(page, 'a.txt').click()
    const { height } = await boxOf(row(page, 'b.txt'))
    await row(page, 'b.txt').click({ position: { x: 3, y: height - 3 } })
    await page.getByText('2 selected').waitFor()
    await row(page, 'c.txt').click({ position: { x: FINGER - 2, y: 3 } })
    await page.getByText('3 selected').waitFor()
    await row(page, 'b.txt').click({ position: { x: FINGER - 2, y: 3 } })
    await page.getByText('2 selected').waitFor()
    // Beside it the row is pressed, and is chosen alone.
    await row(page, 'b.txt').click({ position: { x: FINGER + 4, y: 3 } })
    await page.getByText('1 selected').waitFor()
    await row(page, 'c.txt').click({ position: { x: 3, y: 3 } })
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Delete')
    await row(page, 'c.txt').waitFor({ state: 'detached' })
    await row(page, 'b.txt').waitFor({ state: 'detached' })
    await row(page, 'a.txt').waitFor()
    await end()
  })

  it('of an empty folder lead by keys to its button, and put no ring around all of it', async () => {
    const ann = await world.person()
    const { page, open, end } = await visit()
    // From the start: the browser takes a while to pass its window on.
    const chooser = page.waitForEvent('filechooser')
    await open('/')
    await typeInto(page.getByLabel('Email'), ann.email)
    await typeInto(page.getByLabel('Password'), PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('This folder is empty').waitFor()
    const button = page.locator('.empty').getByRole('button', { name: 'Upload' })
    await button.and(page.locator(':focus')).waitFor()
    const ring = await page
      .locator('.files-empty')
      .evaluate((it) => it.ownerDocument.defaultView?.getComputedStyle(it).outlineStyle)
    assert.equal(ring, 'none')
    // Enter presses it, and letters act as in a list.
    await page.keyboard.press('Enter')
    await chooser
    await page.keyboard.press('n')
    await page.keyboard.type('Plans')
    await page.keyboard.press('Enter')
    await row(page, 'Plans').waitFor()
    // A dialog with nothing to press has a ring that can be seen, which is looked at when the visit ends.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await end()
  })

  it('open menus at the start of their button, and keep a selection in one line in German', async () => {
    const ann = await world.person({ organizationId: await world.organization({ user_lock_files: true }) })
    for (const name of ['a.txt', 'b.txt']) await ann.upload(name, name.repeat(400))
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/0`)
    const split = await boxOf(page.locator('.split-button'))
    await page.getByRole('button', { name: 'More upload options' }).click()
    const menu = await boxOf(page.getByRole('menu'))
    assert.ok(Math.abs(menu.x - split.x) < 1, `the menu is at ${menu.x}, its button at ${split.x}`)
    await page.keyboard.press('Escape')
    const parts = await boxesOf(page.locator('.split-button button'))
    assert.ok(parts.every(({ height }) => height === parts[0]?.height))
    await page.getByRole('button', { name: 'Copy path or link' }).waitFor()
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('button', { name: 'Expand sidebar' }).click()

    const sizes = await boxesOf(page.locator('.item-row .item-size'))
    const head = await boxOf(page.getByRole('button', { name: 'Size', exact: true }).locator('xpath=..'))
    assert.equal(head.x + head.width, (sizes[0]?.x ?? 0) + (sizes[0]?.width ?? 0))
    await end()

    const german = await signIn(ann.email, `/files/${ann.rootId}/0`, { locale: 'de' })
    await row(german.page, 'a.txt').click()
    await german.page.getByText('1 ausgewählt').waitFor()
    const acts = await boxesOf(german.page.getByRole('toolbar').getByRole('button'))
    assert.ok(acts.length >= 6)
    for (const { y, height } of acts)
      assert.ok(Math.abs(y + height / 2 - (acts[0]?.y ?? 0) - (acts[0]?.height ?? 0) / 2) < 2, `at ${y}`)
    await german.end()
  })

  it('on a phone in German have room for names of deleted files, for sharing and for the first steps', async () => {
    const ann = await world.person()
    const { id: file_id } = await ann.upload('Old draft of the plans.txt', 'draft')
    await ann.call(deleteFile, { root_id: ann.rootId, file_id })
    // More can be allowed in a folder than with a file, in longer words.
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Pläne' })
    const phone = { locale: 'de', viewport: PHONE, hasTouch: true, isMobile: true, plain: true }
    const { page, open, end } = await signIn(ann.email, '/deleted', phone)
    const name = await boxOf(page.locator('.deleted-name bdi'))
    assert.ok(name.width >= 120 && name.height < 50, `the name has ${name.width} px, ${name.height} px high`)
    const restore = page.getByRole('button', { name: 'Wiederherstellen: Old draft of the plans.txt' })
    const { width, height } = await boxOf(restore)
    assert.ok(width >= FINGER && height >= FINGER, `${width} × ${height}`)
    await open('/')
    await page.getByRole('button', { name: 'Schritte anzeigen' }).click()
    const steps = page.locator('.start-step > span')
    await steps.first().waitFor()
    assert.deepEqual(await brokenWords(steps), [])
    await row(page, 'Pläne').getByRole('checkbox').click()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: '„Pläne“ teilen' })
    const access = await boxOf(dialog.getByRole('combobox', { name: 'Zugriff' }).first())
    const share = await boxOf(dialog.getByRole('button', { name: 'Teilen', exact: true }))
    assert.equal(share.y, access.y, 'the button stands beside what is chosen')
    await end()
  })

  it('on a phone have room for what is chosen, and for the way beside the buttons', async () => {
    const ann = await world.person()
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Harbour hall, west' })
    await ann.upload('a.txt', 'aaaaaa', id)
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/${id}`, {
      ...{ viewport: PHONE, hasTouch: true, isMobile: true },
    })
    const way = await boxOf(page.locator('.crumbs ol'))
    const chevron = await boxOf(page.getByRole('button', { name: 'Copy path or link' }))
    const [first] = await boxesOf(page.getByRole('toolbar').getByRole('button').filter({ visible: true }))
    assert.ok(way.x + way.width <= chevron.x + 0.5, 'the name is under its chevron')
    assert.ok(chevron.x + chevron.width <= (first?.x ?? 0), 'the way is under the buttons')
    await row(page, 'a.txt').getByRole('checkbox').click()
    const count = page.getByRole('toolbar').getByRole('status')
    await count.getByText('1 selected').waitFor()
    assert.equal(await count.evaluate((it) => it.scrollWidth - it.clientWidth), 0, 'it is cut')
    // What has no room is in the menu.
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'New name for a.txt' }).waitFor()
    await end()
  })

  it('say all that is wrong with a name at once, in a box as wide as that', async () => {
    const ann = await world.person()
    await ann.upload('a.txt', 'a')
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/0`, { locale: 'de' })
    const faults = page.getByRole('alert')
    const hasAll = async () => {
      await faults.getByText('Ein Name darf diese Zeichen nicht enthalten: / : ?').waitFor()
      await faults.getByText('Ein Name darf nicht mit einem Punkt oder Leerzeichen enden.').waitFor()
      await faults.getByText('Windows reserviert diesen Namen.').waitFor()
      const [line, ...more] = await boxesOf(faults.locator('span'))
      assert.ok(more.every(({ height }) => height === line?.height) && (line?.height ?? 99) < 26, 'it wraps')
    }
    await row(page, 'a.txt').click()
    await page.keyboard.press('F2')
    await typeInto(page.getByRole('textbox', { name: /a\.txt/ }), 'con./:?.')
    await hasAll()
    await page.keyboard.press('Escape')
    // A new folder is not made while something is chosen.
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await typeInto(page.getByRole('textbox', { name: 'Name des neuen Ordners' }), 'nul.:/?.')
    await faults.getByText('Ein Name darf diese Zeichen nicht enthalten: : / ?').waitFor()
    await page.keyboard.press('Escape')
    await end()
  })

  it('put what is empty in the same place everywhere, with a way to where something can be done', async () => {
    const ann = await world.person()
    const { page, open, end } = await signIn(ann.email, '/starred')
    const places: number[] = []
    for (const address of ['/starred', '/links', '/shared', '/deleted']) {
      await open(address)
      const { y, height } = await boxOf(page.locator('.empty > .icon'))
      places.push(y + height / 2)
      const leads = ['/starred', '/links'].includes(address)
      assert.equal(
        await page.locator('.empty').getByRole('link', { name: 'Go to My files' }).count(),
        leads ? 1 : 0,
      )
    }
    assert.ok(Math.max(...places) - Math.min(...places) < 90, `they are at ${places}`)
    await end()
  })
})
