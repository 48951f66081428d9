import { findElement } from './find-element.ts'
import { type DocsIndex, type Found, findInDocs, MAX_RESULTS, marked, wordsIn } from './find-in-docs.ts'

/** What the pages of the documentation do beside being read: search, and copying of code. Without scripts, they have neither. */
const COPIED_MS = 2000
const search = findElement<HTMLElement>('#siteSearch')
const box = findElement<HTMLInputElement>('#siteQuery')
const panel = findElement<HTMLElement>('#siteFound')
const count = findElement<HTMLElement>('#siteCount')
const list = findElement<HTMLElement>('#siteResults')

let index: Promise<DocsIndex> | undefined

/** Comes when someone is about to search, and once. */
function loadIndex(): Promise<DocsIndex> {
  index ??= fetch(search.dataset.index ?? '').then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`)
    return answer.json() as Promise<DocsIndex>
  })
  index.catch(() => {
    index = undefined
  })
  return index
}

async function show(): Promise<void> {
  const query = box.value
  if (wordsIn(query).length === 0) return close()
  const found = await loadIndex().then(
    (loaded) => findInDocs(loaded, query),
    () => undefined,
  )
  // Someone has typed on while the index came.
  if (box.value !== query) return
  list.replaceChildren(...(found ?? []).map((one) => entryOf(one, wordsIn(query))))
  count.textContent = found ? countIn(found.length, query) : 'Search is not available right now.'
  panel.hidden = false
}

const countIn = (n: number, query: string): string => {
  if (n === 0) return `No results for “${query.trim()}”`
  if (n === MAX_RESULTS) return `Top ${n} results`
  return n === 1 ? '1 result' : `${n} results`
}

function entryOf({ address, page, heading, sentence }: Found, words: readonly string[]): HTMLElement {
  const link = document.createElement('a')
  link.href = address
  link.append(line('found-heading', heading, words))
  if (page !== heading) link.append(line('found-page', page, []))
  if (sentence) link.append(line('found-text', sentence, words))
  const item = document.createElement('li')
  item.append(link)
  return item
}

function line(kind: string, text: string, words: readonly string[]): HTMLElement {
  const span = document.createElement('span')
  span.className = kind
  for (const [n, part] of marked(text, words).entries()) {
    if (n % 2 === 0) span.append(part)
    else span.appendChild(document.createElement('mark')).textContent = part
  }
  return span
}

function close(): void {
  panel.hidden = true
}

/** From the box to the first result, from there up and down, and from the first one back. */
function move(by: 1 | -1): void {
  const links = [...list.querySelectorAll('a')]
  const focused = document.activeElement
  const at = (focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1) + by
  if (at < 0) box.focus()
  else links[Math.min(at, links.length - 1)]?.focus()
}

box.addEventListener('focus', () => void loadIndex().catch(() => {}))
box.addEventListener('input', () => void show())
box.addEventListener('focus', () => void show())
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    close()
    box.focus()
    box.value = ''
  } else if (event.key === 'Enter' && event.target === box) {
    event.preventDefault()
    // What was typed last may not be shown yet.
    void show().then(() => list.querySelector('a')?.click())
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (!panel.hidden) move(event.key === 'ArrowDown' ? 1 : -1)
  }
})
list.addEventListener('click', close)
document.addEventListener('pointerdown', (event) => {
  if (!(event.target instanceof Node && search.contains(event.target))) close()
})
search.addEventListener('focusout', (event) => {
  if (event.relatedTarget instanceof Node && !search.contains(event.relatedTarget)) close()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  box.focus()
  box.select()
})
search.hidden = false

/** Browsers have a clipboard on pages that came by HTTPS only. */
function addCopyButton(block: Element): void {
  const code = block.querySelector('code')
  if (!code || !navigator.clipboard) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent).then(() => {
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, COPIED_MS)
    })
  })
  block.append(button)
}

for (const block of document.querySelectorAll('.code')) addCopyButton(block)

/** The menu is longer than most screens: it shows where one is. */
const menu = findElement<HTMLElement>('#siteMenu')
const here = menu.querySelector<HTMLElement>('[aria-current]')
if (here) menu.scrollTop = here.offsetTop - menu.clientHeight / 2
