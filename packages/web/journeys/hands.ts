import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/**
 * Types as people do: clicks the field and replaces what it says, key by key. Setting its value or its focus by script would
 * pass for fields that nobody can reach.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page()
  await field.click()
  await keyboard.press('ControlOrMeta+A')
  if (text === '') await keyboard.press('Delete')
  else await keyboard.type(text)
}

const DAY = { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' } as const
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Types a day, or a day and a time of it, part by part. The browser writes them its own way, whatever the page speaks. */
export async function typeTime(field: Locator, iso: string): Promise<void> {
  const { keyboard } = field.page()
  const hasTime = iso.includes('T')
  const at = new Date(hasTime ? `${iso}Z` : iso)
  const parts = new Intl.DateTimeFormat('en-US', { ...DAY, ...(hasTime && TIME) }).formatToParts(at)
  const isBounded = (await field.getAttribute('max')) !== null
  // On its first part: a press elsewhere would begin in the middle.
  await field.click({ position: { x: 14, y: 14 } })
  for (const { type, value } of parts) {
    if (type === 'literal') continue
    await keyboard.type(value)
    // Without a last day it waits for years of more digits.
    if (type === 'year' && !isBounded) await keyboard.press('ArrowRight')
  }
  const typed = await field.inputValue()
  assert.equal(Date.parse(typed.includes('T') ? `${typed}Z` : typed), at.getTime(), typed)
}

/** More than any screen has. */
const MOST_STOPS = 150

/** Presses Tab until a control has the focus. */
export async function pressTabTo(control: Locator): Promise<void> {
  const page = control.page()
  await control.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never comes to ${control}`)
}

/** To the list of files, from wherever one is. */
export async function goToList(page: Page): Promise<void> {
  await pressTabTo(page.getByRole('grid'))
}

/** Files of this computer, chosen in the window that a button opens. */
export async function chooseFiles(button: Locator, files: string[]): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files)
}

/** Drops files of this computer as a file manager does, folders too. */
export async function dropFiles(on: Locator, files: string[]): Promise<void> {
  const page = on.page()
  const { x, y, width, height } = (await on.boundingBox()) ?? assert.fail(`${on} is not there`)
  const session = await page.context().newCDPSession(page)
  const drop = { x: x + width / 2, y: y + height / 2, data: { items: [], files, dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...drop })
  await session.detach()
}

type Point = readonly [x: number, y: number]
const STEPS = 6

/** Fingers on the screen of a phone, each from one point to another, as the browser is told of them. */
export async function slide(page: Page, ...fingers: (readonly [from: Point, to: Point])[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = (step: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from[0] + ((to[0] - from[0]) * step) / STEPS,
      y: from[1] + ((to[1] - from[1]) * step) / STEPS,
    }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= STEPS; step++)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
