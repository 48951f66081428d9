import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

interface Site {
  files: Map<string, { type: string; text?: string; file?: string }>
  missing: { text: string }
  faults: string[]
}
interface Groups {
  groups: { title: string; pages: { label: string; address: string }[] }[]
}
const { readSite, renderSite, searchIndex } = await import(
  new URL('../scripts/docs-site.mjs', import.meta.url).href
)
const PARTS = { style: '/docs/a.css', theme: '/docs/b.js', script: '/docs/c.js', search: '/docs/d.json' }
const render = (folder: string): Site => renderSite(readSite(folder), { version: '1.2.3', parts: PARTS })

describe('the documentation as a site', () => {
  const folder = path.resolve(import.meta.dirname, '../docs')
  const { files, faults, missing } = render(folder)
  const pages = [...files].flatMap(([address, { text }]) => (text === undefined ? [] : [{ address, text }]))

  it('has every page in its index, and no dead link', () => {
    assert.ok(pages.length > 30)
    assert.deepEqual(faults, [])
  })

  it('leads from every page to others only, and to headings that they have', () => {
    const outside = /^(https?:|\/$|\/api\/docs$|\/look\.css$|\/favicon\.svg$)/
    const idsOf = new Map(pages.map(({ address, text }) => [address, idsIn(text)]))
    for (const { address, text } of [...pages, { address: 'missing', text: missing.text }])
      for (const [, target = ''] of text.matchAll(/ (?:href|src|data-index)="([^"]*)"/g)) {
        if (outside.test(target) || Object.values(PARTS).includes(target)) continue
        const [to = '', anchor] = target.split('#')
        const place = to === '' ? address : to
        assert.ok(files.has(place) || place === 'missing', `${address}: ${target}`)
        if (anchor && place !== 'missing') assert.ok(idsOf.get(place)?.has(anchor), `${address}: ${target}`)
      }
  })

  it('gives no two elements of a page the same id', () => {
    for (const { address, text } of pages) {
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      assert.equal(
        new Set(ids).size,
        ids.length,
        `${address}: ${ids.filter((id, n) => ids.indexOf(id) !== n)}`,
      )
    }
  })

  it('sorts its pages by reader, those for users first', () => {
    const { groups }: Groups = readSite(folder)
    assert.deepEqual(
      groups.map(({ title }) => title),
      ['Use it', 'Run it', 'Build on it', 'Work on it'],
    )
  })
})

const idsIn = (text: string): Set<string | undefined> =>
  new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))

describe('a site of pages', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'holdfast-docs-'))
    mkdirSync(path.join(folder, 'docs/notes'), { recursive: true })
    writeFileSync(path.join(folder, 'SECURITY.md'), '# Security\n\n## Reports\n')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const INDEX = '# Start\n\n## Use it\n\n- [First](a.md): begins.\n- [Notes](notes/README.md): some.\n'
  /** Renders these pages beside an index of them, and gives the first as it comes out. */
  function rendered(text: string, others: Record<string, string> = {}): Site & { page: string } {
    const named = { 'README.md': INDEX, 'a.md': text, 'notes/README.md': '# Notes\n', ...others }
    for (const [name, content] of Object.entries(named))
      writeFileSync(path.join(folder, 'docs', name), content)
    const site = render(path.join(folder, 'docs'))
    for (const name of Object.keys(others)) writeFileSync(path.join(folder, 'docs', name), '# Empty\n')
    return { ...site, page: site.files.get('/docs/a')?.text ?? '' }
  }

  it('gives headings the anchors that GitHub gives them', () => {
    const { page, faults } = rendered(
      '# A\n\n## `--env-file <file>`, and more: *why*?\n\n## Größe_1\n\n## Again\n\n## Again\n\n[x](#again-1)\n',
    )
    for (const id of ['--env-file-file-and-more-why', 'größe_1', 'again', 'again-1'])
      assert.ok(page.includes(`<h2 id="${id}">`), id)
    assert.deepEqual(faults, [])
  })

  it('shows raw HTML as text, and says where it stands', () => {
    const { page, faults } = rendered(
      '# A\n\nSend <id> and <img src="x" onerror="alert(1)">.\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n',
    )
    assert.match(page, /Send &lt;id&gt; and &lt;img src=&quot;x&quot; onerror/)
    assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
    assert.doesNotMatch(page, /href="javascript|<script>/)
    assert.equal(faults.length, 4, faults.join('\n'))
  })

  it('finds links that lead to nothing', () => {
    const { faults } = rendered(
      '# A\n\n## Here\n\n[1](b.md) [2](#there) [3](notes/README.md#x) [4](../GONE.md) [5](../SECURITY.md#gone)\n',
    )
    assert.deepEqual(faults, [
      'a.md: no such file: b.md',
      'a.md: no such heading: #there',
      'a.md: no such heading: notes/README.md#x',
      'a.md: no such file: ../GONE.md',
      'a.md: no such heading: ../SECURITY.md#gone',
    ])
  })

  it('keeps the words of a link to a file that only the source code has', () => {
    const { page, faults } = rendered('# A\n\nSee [how to report](../SECURITY.md#reports).\n')
    assert.match(page, /<p>See how to report\.<\/p>/)
    assert.deepEqual(faults, [])
  })

  it('takes a page that the index does not have yet, and says so', () => {
    const { files, faults } = rendered('# A\n', { 'new.md': '# New thing\n' })
    assert.match(
      files.get('/docs')?.text ?? '',
      /<p id="siteGroup1">More<\/p>.*<a href="\/docs\/new">New thing</s,
    )
    assert.deepEqual(faults, ['new.md: not in the index, README.md'])
  })

  it('finds each heading with the text below it, line by line', () => {
    rendered('# A\n\nTop.\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n- one\n- two\n')
    const { pages, sections } = searchIndex(readSite(path.join(folder, 'docs')))
    assert.deepEqual(pages[0], ['/docs/a', 'First', 'Use it'])
    assert.deepEqual(sections.slice(0, 2), [
      [0, '', 'A', 'Top.'],
      [0, 'two', 'Two', 'a – b\n1 – 2\none\ntwo'],
    ])
  })
})
