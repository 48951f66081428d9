/** What a person presses, types into or moves. */
export const CONTROLS = [
  'a[href]',
  'button',
  'input:not([type=hidden])',
  'select',
  'textarea',
  'summary',
  ...[
    'button',
    'link',
    'menuitem',
    'menuitemradio',
    'menuitemcheckbox',
    'tab',
    'option',
    'switch',
    'slider',
  ].map((role) => `[role=${role}]`),
].join()

const SEEN = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }

/** For readers of screens only: one pixel, or nothing of it. */
const isUnseen = (element: Element): boolean =>
  element.closest('.unseen') !== null || getComputedStyle(element).clipPath === 'inset(50%)'

export function isShown(element: Element): boolean {
  if (!element.checkVisibility(SEEN)) return false
  const { width, height, right } = element.getBoundingClientRect()
  // Nobody can scroll there: it waits for the focus.
  return width > 1 && height > 1 && right > 0 && !isUnseen(element)
}

/** What is open over the page, and so all that there is to look at; else the page. */
export function scope(): Element {
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  return dialogs.at(-1) ?? document.body
}

export const shownControls = (among: Element = document.body): Element[] =>
  [...among.querySelectorAll(CONTROLS)].filter(isShown)

export interface ShownText {
  node: Text
  element: Element
  text: string
}

/** Every text that can be seen, but for those in fields. */
export function shownTexts(among: Element = document.body): ShownText[] {
  const walker = document.createTreeWalker(among, NodeFilter.SHOW_TEXT)
  const found: ShownText[] = []
  const known = new Map<Element, boolean>()
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const element = node.parentElement
    const text = node.data.trim()
    if (!element || text === '') continue
    let shown = known.get(element)
    if (shown === undefined) {
      shown = !element.closest('svg, script, style, select, textarea') && isShown(element)
      known.set(element, shown)
    }
    if (shown) found.push({ node, element, text })
  }
  return found
}

/** As short as names it for who looks for it: its tag, classes and first words. */
export function nameOf(element: Element, text = element.textContent ?? ''): string {
  const label = element.getAttribute('aria-label') ?? text.trim()
  const words = label.replace(/\s+/g, ' ')
  const classes = [...element.classList].map((name) => `.${name}`).join('')
  const where = classes === '' && element.parentElement ? `${tagOf(element.parentElement)} > ` : ''
  return `${where}${element.localName}${classes} “${words.length > 40 ? `${words.slice(0, 40)}…` : words}”`
}

const tagOf = (element: Element): string =>
  element.localName + [...element.classList].map((name) => `.${name}`).join('')
