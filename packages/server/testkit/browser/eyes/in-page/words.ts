import type { Words } from '../words.ts'
import { type ShownText, shownTexts } from './shown.ts'

const ATTRIBUTES = ['placeholder', 'aria-label', 'title'] as const

interface Form {
  pattern: RegExp
  said: string
  /** What a text has in it that is of this form: quicker to look for. */
  mark: string
}

const learned = new Map<string, { exact: Words['exact']; forms: Form[] }>()

export const knows = (language: string): boolean => learned.has(language)

export function learn(language: string, { exact, forms }: Words): void {
  learned.set(language, {
    exact,
    forms: forms.map(([form, said]) => ({ pattern: new RegExp(`^${form}$`, 'u'), said, mark: markOf(form) })),
  })
}

/** The longest part of a form that is the same in all texts of it. */
function markOf(form: string): string {
  const parts = form.split(/\(\.\+\)|\(\[\\d\.,\]\+\)/).map((part) => part.replace(/\\(.)/g, '$1'))
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

let undo: (() => void)[] = []

/**
 * Says what is on the screen in another language, for as long as it is looked at: as it stands, with its dialogs and menus
 * open. What changes meanwhile stays as the page made it.
 */
export function speak(language: string): void {
  const { exact, forms } = learned.get(language) ?? { exact: {}, forms: [] }
  const root = document.documentElement
  const spoken = root.lang
  root.lang = language
  undo.push(() => {
    root.lang = spoken
  })
  const translate = (text: string): string | undefined => {
    const word = own(exact, text)
    if (word !== undefined) return word
    const form = forms.find(({ pattern, mark }) => text.includes(mark) && pattern.test(text))
    return form && text.replace(form.pattern, form.said)
  }
  for (const { node, element, text } of [...shownTexts(), ...choices()]) {
    // Names are what they are, whatever they begin with.
    const said = element.closest('bdi') ? own(exact, text) : translate(text)
    if (said === undefined || said === text) continue
    const [before, now] = [node.data, node.data.replace(text, () => said)]
    node.data = now
    undo.push(() => {
      if (node.data === now) node.data = before
    })
  }
  for (const name of ATTRIBUTES)
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const before = element.getAttribute(name) ?? ''
      const said = translate(before)
      if (said === undefined) continue
      element.setAttribute(name, said)
      undo.push(() => {
        if (element.getAttribute(name) === said) element.setAttribute(name, before)
      })
    }
}

const own = (words: Record<string, string>, text: string): string | undefined =>
  Object.hasOwn(words, text) ? words[text] : undefined

export function speakAsBefore(): void {
  for (const step of undo.toReversed()) step()
  undo = []
}

const choices = (): ShownText[] =>
  [...document.querySelectorAll('option')].flatMap((element) => {
    const node = element.firstChild
    return node instanceof Text ? [{ node, element, text: node.data.trim() }] : []
  })
