// Runs before the page does, and complains in its console: whoever ends a visit asks for what was said there.
import { colorOf, contrastOf } from './colors.ts'
import { backdropsOf } from './contrast.ts'
import { CONTROLS, isShown, nameOf, shownControls } from './shown.ts'

/** How long something may be on its way: frames, and milliseconds, for machines that are busy. */
const FRAMES = 20
const LONG_MS = 1000
/** WCAG 2.2, 1.4.11. */
const OF_RINGS = 3

const FIELDS =
  'input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [readonly], :disabled), textarea:not([readonly], :disabled)'

const complain = (words: string) => console.error(`focus: ${words}`)

/** Complains of what stays wrong, and of nothing that is right by the time when someone acts. */
function expect(faultNow: () => string | undefined, tell = complain): void {
  const begun = performance.now()
  let frames = 0
  const look = () => {
    const fault = faultNow()
    if (!fault) return
    if (++frames < FRAMES || performance.now() - begun < LONG_MS) return void requestAnimationFrame(look)
    tell(fault)
  }
  requestAnimationFrame(look)
}

const openModals = (): HTMLDialogElement[] => [
  ...document.querySelectorAll<HTMLDialogElement>('dialog:modal'),
]

/** What is pressed or typed may take the focus elsewhere: from then on it only has to stay inside. */
let acts = 0
for (const act of ['keydown', 'pointerdown'] as const) addEventListener(act, () => acts++, true)

function watchOpened(dialog: HTMLDialogElement): void {
  const before = acts
  const name = nameOf(dialog, dialog.querySelector('h1, h2')?.textContent ?? '')
  expect(() => {
    const at = document.activeElement
    // Closed by now, or behind another one.
    if (!at || openModals().at(-1) !== dialog) return undefined
    if (!dialog.contains(at)) return `is not in ${name} but at ${nameOf(at)}`
    if (acts > before || at.closest('[data-first]')) return undefined
    const first = [...dialog.querySelectorAll(FIELDS)].find(isShown)
    if (first && at !== first)
      return `is at ${nameOf(at)} of ${name}, not at its first field ${nameOf(first)}`
    const others = shownControls(dialog).some((control) => !control.closest('.dialog-close'))
    if (!first && others && at.closest('.dialog-close')) return `is at what closes ${name}`
    return undefined
  })
}

/** Where the focus was when a dialog opened. */
function watchClosed(opener: Element | null, name: string): void {
  const before = acts
  expect(() => {
    const at = document.activeElement
    if (openModals().length > 0 || acts > before) return undefined
    if (!at || at === document.body) return `is nowhere after ${name} was closed`
    if (!isShown(at) && !at.matches('.unseen'))
      return `is at ${nameOf(at)}, which nobody sees, after ${name} was closed`
    const isThere = opener?.isConnected && opener !== document.body && isShown(opener)
    if (
      isThere &&
      !opener.matches(':disabled') &&
      at !== opener &&
      !opener.contains(at) &&
      !at.contains(opener)
    )
      return `is at ${nameOf(at)} after ${name} was closed, not at ${nameOf(opener)}, which opened it`
    return undefined
  })
}

const watched = new Map<HTMLDialogElement, { opener: Element | null; name: string }>()
let last: Element | null = null

function lookForDialogs(): void {
  const open = openModals()
  for (const [dialog, { opener, name }] of watched) {
    if (open.includes(dialog)) continue
    watched.delete(dialog)
    watchClosed(opener, name)
  }
  for (const dialog of open) {
    if (watched.has(dialog)) continue
    const title = dialog.querySelector('h1, h2')?.textContent ?? dialog.ariaLabel ?? ''
    watched.set(dialog, { opener: last, name: nameOf(dialog, title) })
    watchOpened(dialog)
  }
}

const told = new Set<string>()

/** Whoever comes to a control by keyboard must see that. */
function watchRing(control: Element): void {
  const faultNow = () => {
    if (document.activeElement !== control || !control.matches(':focus-visible') || !isShown(control))
      return undefined
    const fault = ringFaultOf(marked(control))
    const words = `${fault} at ${nameOf(control)}`
    return fault && !told.has(words) ? words : undefined
  }
  const tell = (words: string) => {
    told.add(words)
    complain(words)
  }
  const soon = () => {
    const words = faultNow()
    if (words) tell(words)
  }
  // What a list marks in it may still be on its way.
  if (control.matches('[role=grid]')) expect(faultNow, tell)
  else requestAnimationFrame(() => requestAnimationFrame(soon))
}

/** In a list, what its keys act on; the list itself where there is nothing in it. */
const marked = (control: Element): Element => {
  const item = control.matches('[role=grid]') && control.getAttribute('aria-activedescendant')
  return (item && document.getElementById(item)) || control
}

const isDrawn = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration): boolean =>
  outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1

/** A ring of its own, or of what it is the field of. */
function ringFaultOf(control: Element): string | undefined {
  // What is only given the focus, to be read or to go on from, needs none; nor does a list without anything in it.
  if (control.matches('[tabindex="-1"]') && !control.matches(`${CONTROLS}, [role=row], [role=gridcell]`))
    return undefined
  if (control.matches('[role=grid]:not(:has([role=gridcell]))')) return undefined
  const faults: string[] = []
  for (let box: Element | null = control; box && box !== document.body; box = box.parentElement) {
    const ring = [getComputedStyle(box), getComputedStyle(box, '::after')].find(isDrawn)
    if (!ring) continue
    const { outlineColor, outlineOffset } = ring
    const { left, top, width, height } = box.getBoundingClientRect()
    const x = left + width / 2
    // Where the ring is: on what is around it, or inside.
    const isInside = Number.parseFloat(outlineOffset) < 0
    const [around, y] = isInside ? [box, top + height / 2] : [box.parentElement ?? box, top - 2]
    const worst = Math.min(
      ...backdropsOf(around, { x, y }).map((back) => contrastOf(colorOf(outlineColor), back)),
    )
    if (worst >= OF_RINGS) return undefined
    faults.push(`ring has a contrast of ${worst.toFixed(2)}`)
  }
  return faults[0] ?? 'shows nothing'
}

addEventListener(
  'focusin',
  ({ target }) => {
    if (!(target instanceof Element)) return
    if (!target.closest('dialog:modal')) last = target
    watchRing(target)
  },
  true,
)
new MutationObserver(lookForDialogs).observe(document, {
  subtree: true,
  childList: true,
  attributeFilter: ['open'],
})
