import path from 'node:path'
import { buildSync } from 'esbuild'
import type { Page } from 'playwright-core'
import type { Words } from './words.ts'

const PROGRAMS = path.join(import.meta.dirname, 'in-page')

/** A program for the page that is looked at: sources of their own, with types. */
function programOf(name: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(PROGRAMS, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: `journey_${name}`,
    target: 'es2024',
  })
  const [built] = outputFiles
  if (!built) throw new Error(`${name} was not built`)
  return built.text
}

const EYES = programOf('eyes')
/** For `addInitScript`: complains in the console of where the focus is. */
export const FOCUS_WATCH = programOf('focus')

async function withEyes<T>(page: Page, what: string): Promise<T> {
  // Declared, it would be there for good; evaluated twice, it would be refused.
  if (!(await page.evaluate('"journeyEyes" in window')))
    await page.evaluate(`${EYES}\nwindow.journeyEyes = journey_eyes`)
  return (await page.evaluate(`journeyEyes.${what}`)) as T
}

/** Until what moves on the page has come to rest. */
export const settle = (page: Page): Promise<void> => withEyes(page, 'settle()')

/** What is wrong with a screen by its looks, in words. */
export const faultsOn = (page: Page): Promise<string[]> => withEyes(page, 'faults()')

/** Says what is on the screen in another language, until `speakAsBefore`. */
export async function speak(page: Page, language: string, words: Words): Promise<void> {
  const name = JSON.stringify(language)
  // A page forgets them when it is loaded again, and they are many.
  if (!(await withEyes(page, `knows(${name})`)))
    await withEyes(page, `learn(${name}, ${JSON.stringify(words)})`)
  await withEyes(page, `speak(${name})`)
}

export const speakAsBefore = (page: Page): Promise<void> => withEyes(page, 'speakAsBefore()')
