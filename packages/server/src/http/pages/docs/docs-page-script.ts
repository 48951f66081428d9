/**
 * The search of the page: shows the operations that have every word in their name, address, description or parameters.
 * Without scripts, the page has no search and shows everything.
 */
export const DOCS_SCRIPT = `
const box = document.getElementById('search')
const found = document.getElementById('found')
const entries = document.querySelectorAll('nav ul ul > li')
const operations = [...document.querySelectorAll('article')].map((card, i) => ({
  card,
  entry: entries[i],
  text: [...card.querySelectorAll('.title, .place, .about, .given td:first-child')]
    .map((part) => part.textContent.toLowerCase()).join(' '),
}))
const groups = [...document.querySelectorAll('main > section, nav > ul > li')]
const search = () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const { card, entry, text } of operations) {
    card.hidden = entry.hidden = !words.every((word) => text.includes(word))
    if (!card.hidden) count++
  }
  for (const group of groups) group.hidden = !group.querySelector('article:not([hidden]), ul > li:not([hidden])')
  document.getElementById('top').hidden = words.length > 0
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : count + ' operations'
}
box.addEventListener('input', search)
box.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { box.value = ''; search() }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === box || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  box.focus()
})
document.getElementById('searching').hidden = false
search()
`
