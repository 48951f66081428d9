import { readdirSync } from 'node:fs'
import path from 'node:path'

const MESSAGES = path.resolve(import.meta.dirname, '../src/messages')

type Tree = { readonly [key: string]: unknown }
type Sentence = (...gaps: unknown[]) => unknown

/** Long enough to stand in no sentence by itself. */
const NAMES = ['‹1›', '‹2›', '‹3›', '‹4›']
/** Those of which many are said. One is said otherwise. */
const COUNTS = [7, 8, 9, 6]
const ONE = COUNTS.map(() => 1)
const MOST_GAPS = 3

/** What the app says in English, and how it says that in German. */
export async function germanWords(): Promise<{ exact: Record<string, string>; forms: [string, string][] }> {
  const exact: Record<string, string> = {}
  const forms = new Map<string, string>()
  const pair = (english: unknown, german: unknown): void => {
    if (typeof english === 'string' && typeof german === 'string') exact[english] = german
    else if (typeof english === 'function' && typeof german === 'function')
      for (const [form, said] of formsOf(english as Sentence, german as Sentence)) forms.set(form, said)
    else if (isTree(english) && isTree(german))
      for (const [key, value] of Object.entries(english)) pair(value, german[key])
  }
  for (const folder of [MESSAGES, path.join(MESSAGES, 'console')])
    for (const file of readdirSync(path.join(folder, 'en'))) {
      if (file === 'en.ts') continue
      pair(await import(path.join(folder, 'en', file)), await import(path.join(folder, 'de', file)))
    }
  const [{ en }, { de }] = await Promise.all([
    import('../src/messages/en/en.ts'),
    import('../src/messages/de/de.ts'),
  ])
  pair(en, de)
  // Those that say most come first: others would take a part of them for a name.
  return { exact, forms: [...forms].sort(([a], [b]) => b.length - a.length) }
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** With names and with numbers in each of its gaps, as far as it takes them. */
function* formsOf(english: Sentence, german: Sentence): Generator<[string, string]> {
  for (const kinds of kindsOf(english.length))
    for (const counts of kinds.filter((isName) => !isName).length === 1 ? [COUNTS, ONE] : [COUNTS]) {
      const gaps = kinds.map((isName, n) => (isName ? NAMES[n] : counts[n]))
      const [said, meant] = [say(english, gaps), say(german, gaps)]
      if (said === undefined || meant === undefined) continue
      const form = formOf(said, meant, gaps)
      if (form) yield form
    }
}

function kindsOf(length: number): boolean[][] {
  if (length === 0 || length > MOST_GAPS) return []
  let kinds: boolean[][] = [[]]
  for (let n = 0; n < length; n++)
    kinds = kinds.flatMap((some) => [
      [...some, true],
      [...some, false],
    ])
  return kinds
}

/** Undefined for what does not take such gaps. */
function say(sentence: Sentence, gaps: unknown[]): string | undefined {
  try {
    const said = sentence(...gaps)
    return typeof said === 'string' && !/NaN|undefined|\[object/.test(said) ? said : undefined
  } catch {
    return undefined
  }
}

function formOf(english: string, german: string, gaps: unknown[]): [string, string] | undefined {
  let [form, said] = [english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), german.replaceAll('$', '$$$$')]
  const shown = gaps.map(String).filter((gap) => said.includes(gap))
  if (shown.some((gap) => !english.includes(gap))) return undefined
  // Numbered as they come in English.
  shown.sort((a, b) => english.indexOf(a) - english.indexOf(b))
  for (const [n, gap] of shown.entries()) {
    form = form.replace(gap, /\d$/.test(gap) ? '([\\d.,]+)' : '(.+)')
    said = said.replaceAll(gap, `$${n + 1}`)
  }
  // Nothing but a gap says anything.
  return /\p{L}{2}/u.test(form.replaceAll('(.+)', '')) ? [form, said] : undefined
}
