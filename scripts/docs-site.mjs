// docs/ as a site: every page there, in the order of its index docs/README.md, with what is beside the pages.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readPage, renderPage, sectionsOf, wordsOf } from './docs-markdown.mjs'
import { missingPage, pageHtml } from './docs-page.mjs'

export const BASE = '/docs'
const INDEX = 'README.md'
/** Pages that the index does not have yet. */
const OTHERS = 'More'
/** Its pages are long and for few: search finds their headings only. */
const HEADINGS_ONLY = 'Work on it'
/** What pages may show and link to beside each other. */
const TYPES = {
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'text/plain; charset=utf-8',
}
const HTML = 'text/html; charset=utf-8'

/** Where a file of docs/ is found in the site. */
function addressOf(file) {
  const name = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return name === '' ? BASE : `${BASE}/${name}`
}

/** The pages of a folder, by the names of their files, and the groups that its index puts them in. */
export function readSite(folder) {
  const names = globSync('**/*.md', { cwd: folder }).sort()
  const pages = new Map(names.map((name) => [name, readPage(readFileSync(path.join(folder, name), 'utf8'))]))
  const faults = names.filter((name) => !pages.get(name).title).map((name) => `${name}: no title`)
  return { folder, pages, groups: readIndex(pages, faults), faults }
}

/**
 * Gives the files of the site by their addresses, the page for addresses that have none, and what is wrong with the pages.
 * `parts` are the addresses of what all pages load.
 */
export function renderSite(site, { version, parts }) {
  const { folder, pages, groups } = site
  const faults = [...site.faults]
  const around = { groups, version, parts, start: BASE }
  const files = new Map()
  const order = groups.flatMap((group) => group.pages)
  for (const [name, page] of pages) {
    const complain = (words) => faults.push(`${name}: ${words}`)
    const html = renderPage(page, {
      complain,
      addressOf: (target) => resolveLink({ folder, pages, name, complain, files }, target),
      sizeOf: (target) => pictureSize(path.join(folder, path.dirname(name), target)),
    })
    const place = placeOf(name, order)
    const title = page.title ?? name
    const text = pageHtml(around, { html, title, headings: page.headings, ...place })
    files.set(place.address, { type: HTML, text })
  }
  return { files, faults, missing: { type: HTML, text: missingPage(around) } }
}

/** Where a page is among the others. One that the index leads to only through another index belongs to that. */
function placeOf(name, order) {
  const address = addressOf(name)
  if (name === INDEX) return { address, current: address, next: order[0] }
  const at = order.findIndex((one) => one.address === address)
  if (at === -1) return { address, current: addressOf(path.posix.join(path.posix.dirname(name), INDEX)) }
  return { address, current: address, previous: order[at - 1], next: order[at + 1] }
}

/** The headings of the index with the pages listed below them, and those in no list; pages of a folder have an index there. */
function readIndex(pages, faults) {
  const groups = []
  for (const block of pages.get(INDEX)?.blocks ?? []) {
    if (block.type === 'heading' && block.depth === 2) groups.push({ title: wordsOf(block), pages: [] })
    if (block.type === 'list')
      groups.at(-1)?.pages.push(...block.items.flatMap((item) => listed(item, pages)))
  }
  const known = new Set([INDEX, ...groups.flatMap((group) => group.pages.map(({ name }) => name))])
  const others = [...pages.keys()].filter(
    (name) => !known.has(name) && (!name.includes('/') || name.endsWith(`/${INDEX}`)),
  )
  for (const name of others) faults.push(`${name}: not in the index, ${INDEX}`)
  if (others.length > 0)
    groups.push({
      title: OTHERS,
      pages: others.map((name) => ({ name, label: pages.get(name).title ?? name, address: addressOf(name) })),
    })
  return groups
}

/** The page that an item of the index begins with. */
function listed(item, pages) {
  const [link] = item.tokens.flatMap(({ tokens = [] }) => tokens).filter(({ type }) => type === 'link')
  return link && pages.has(link.href)
    ? [{ name: link.href, label: wordsOf(link), address: addressOf(link.href) }]
    : []
}

/** Where a link of a page leads in the site. Files of the source code are not in it: such a link is left to its words. */
function resolveLink({ folder, pages, name, complain, files }, target) {
  if (/^https?:/.test(target)) return target
  const [to, anchor] = target.split('#')
  const file = to === '' ? name : path.posix.join(path.posix.dirname(name), decodeURI(to))
  const place = path.join(folder, file)
  if (!existsSync(place)) {
    complain(`no such file: ${target}`)
    return undefined
  }
  const page = pages.get(file) ?? (file.endsWith('.md') ? readPage(readFileSync(place, 'utf8')) : undefined)
  if (anchor && !page?.headings.some(({ id }) => id === anchor)) complain(`no such heading: ${target}`)
  if (pages.has(file)) return anchor ? `${addressOf(file)}#${anchor}` : addressOf(file)
  if (file.startsWith('..')) return undefined
  const type = TYPES[path.extname(file)]
  if (!type) {
    complain(`a kind of file that is not served: ${target}`)
    return undefined
  }
  const address = `${BASE}/${file}`
  files.set(address, { type, file: place })
  return address
}

/** Of a PNG, from its first bytes; undefined for other files. */
function pictureSize(file) {
  if (!file.endsWith('.png') || !existsSync(file)) return undefined
  const head = readFileSync(file)
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** Lists rather than names: it is loaded by everyone who searches. */
export function searchIndex({ pages, groups }) {
  const found = groups.flatMap((group) => group.pages.map((page) => ({ ...page, group: group.title })))
  return {
    pages: found.map(({ address, label, group }) => [address, label, group]),
    sections: found.flatMap(({ name, group }, at) =>
      sectionsOf(pages.get(name)).map(({ id, heading, text }) => [
        at,
        id,
        heading,
        group === HEADINGS_ONLY ? '' : text,
      ]),
    ),
  }
}
