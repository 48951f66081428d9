import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { axeFaultsOn } from '@holdfast/server/testkit/browser/axe'
import { faultsOn, settle, speak, speakAsBefore } from '@holdfast/server/testkit/browser/eyes/eyes'
import type { Page } from 'playwright-core'
import { germanWords } from './german.ts'
import { checkKnown } from './known-faults.ts'

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }
/** Where pictures of the screens go, for anyone who wants to look at them. */
const PICTURES = process.env.TESTKIT_SCREENSHOTS
/** All forms of each screen, not two. */
const LONG = process.env.TESTKIT_SOAK !== undefined || process.env.TESTKIT_FORMS === 'all'

/** As whom a screen may be met. */
interface Form {
  size: 'desktop' | 'phone' | 'as it is'
  scheme: 'light' | 'dark'
  language: 'en' | 'de'
}

const LANGUAGES = ['en', 'de'] as const
const SCHEMES = ['light', 'dark'] as const
const formsOf = (sizes: readonly Form['size'][]): Form[] =>
  sizes.flatMap((size) =>
    LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ size, scheme, language }))),
  )

/** All of them, or two that have nothing in common: over all screens they are as many of each. */
function formsFor(name: string, sizes: readonly Form['size'][]): Form[] {
  const forms = formsOf(sizes)
  if (LONG) return forms
  const pairs = forms.length / 2
  const chosen = (sumOf(name) >> 1) % pairs
  return [forms[chosen], forms[forms.length - 1 - chosen]].filter((form) => form !== undefined)
}

const sumOf = (name: string): number => {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return sum
}

/** Another size would end some screens: a menu goes when the window gets another one. */
export async function lookAt(page: Page, name: string, asItIs = false): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP
  const found: string[] = []
  const forms = formsFor(name, asItIs ? ['as it is'] : ['desktop', 'phone'])
  const forAxe = sumOf(name) % 2
  for (const [n, form] of forms.entries())
    found.push(...(await lookIn(page, name, form, LONG || n === forAxe)))
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light' })
  report(found, name)
}

/** Into a file instead, for who wants to see all there are. */
const COLLECTED = process.env.TESTKIT_FAULTS

/** Fails for any fault. */
export function report(faults: string[], where?: string): void {
  if (COLLECTED === undefined) assert.deepEqual(faults, [], where)
  else appendFileSync(COLLECTED, faults.map((fault) => `${fault}\n`).join(''))
}

function without(...rules: string[]) {
  return { rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])) }
}

/**
 * Axe takes longest of all that looks: outside of the soak it has one of the two forms, and leaves contrast to what
 * measures it in both of them.
 */
const AXE = {
  // Names that were put together of several words stay English.
  de: LONG
    ? without('label-content-name-mismatch')
    : without('label-content-name-mismatch', 'color-contrast'),
  en: LONG ? {} : without('color-contrast'),
}

async function lookIn(page: Page, name: string, form: Form, withAxe: boolean): Promise<string[]> {
  const { size, scheme, language } = form
  if (size !== 'as it is') await page.setViewportSize(size === 'phone' ? PHONE : DESKTOP)
  await page.emulateMedia({ colorScheme: scheme })
  // As the page stands: by its own setting it would have to begin anew, without what is open on it.
  if (language === 'de') await speak(page, language, await german())
  try {
    await settle(page)
    const width = page.viewportSize()?.width ?? DESKTOP.width
    const words = [width < 600 ? 'phone' : 'desktop', scheme === 'dark' && 'dark', language === 'de' && 'de']
    const full = `${name}, ${words.filter(Boolean).join(' ')}`
    await takePicture(page, full)
    const byAxe = withAxe ? await axeFaultsOn(page, AXE[language]) : []
    const found = checkKnown(full, [...byAxe, ...(await faultsOn(page))])
    return found.map((fault) => `${full}: ${fault}`)
  } finally {
    if (language === 'de') await speakAsBefore(page)
  }
}

let inGerman: ReturnType<typeof germanWords> | undefined
function german(): ReturnType<typeof germanWords> {
  inGerman ??= germanWords()
  return inGerman
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) })
}
