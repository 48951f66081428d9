import type { Words } from '../words.ts'
import { type ShownText, shownTexts } from './shown.ts'

const ATTRIBUTES = ['placeholder', 'aria-label', 'title'] as const

let undo: (() => void)[] = []

/**
 * Says what is on the screen in another language, for as long as it is looked at: as it stands, with its dialogs and menus
 * open. What changes meanwhile stays as the page made it.
 */
export function speak(language: string, { exact, forms }: Words): void {
  const root = document.documentElement
  const spoken = root.lang
  root.lang = language
  undo.push(() => {
    root.lang = spoken
  })
  const patterns = forms.map(([form, said]) => [new RegExp(`^${form}$`, 'u'), said] as const)
  const translate = (text: string): string | undefined => {
    const word = own(exact, text)
    if (word !== undefined) return word
    const found = patterns.find(([pattern]) => pattern.test(text))
    return found && text.replace(...found)
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
