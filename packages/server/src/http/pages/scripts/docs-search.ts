import { findElement } from './find-element.ts'

/**
 * The search of the API's page: shows the operations that have every word in their name, address, description or parameters.
 * Without scripts, the page has no search and shows everything.
 */
const box = findElement<HTMLInputElement>('#search')
const found = findElement('#found')
const top = findElement<HTMLElement>('#top')
const entries = document.querySelectorAll<HTMLElement>('nav ul ul > li')
const operations = [...document.querySelectorAll('article')].map((card, n) => ({
  card,
  entry: entries[n],
  text: [...card.querySelectorAll('.title, .place, .about, .given td:first-child')]
    .map((part) => part.textContent.toLowerCase())
    .join(' '),
}))
const groups = [...document.querySelectorAll<HTMLElement>('main > section, nav > ul > li')]

function search(): void {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { card, entry, text } of operations) {
    card.hidden = !words.every((word) => text.includes(word))
    if (entry) entry.hidden = card.hidden
    if (!card.hidden) count++
  }
  for (const group of groups)
    group.hidden = !group.querySelector('article:not([hidden]), ul > li:not([hidden])')
  top.hidden = words.length > 0
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : `${count} operations`
}

box.addEventListener('input', search)
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  box.value = ''
  search()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === box || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  box.focus()
})
findElement<HTMLElement>('#searching').hidden = false
search()
