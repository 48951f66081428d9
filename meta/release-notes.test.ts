import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const { version } = JSON.parse(read('package.json'))

interface Sources {
  version: string
  changelog: string
  entries: string[]
}
const { notesOf, releaseNotes }: { notesOf(sources: Sources): string; releaseNotes(): string } = await import(
  new URL('../scripts/release-notes.mjs', import.meta.url).href
)

const RELEASED = `# Changelog

## 1.2.0 (May 2, 2027)

The second.

### Files

- [Locks](docs/files.md#locks) end.

## 1.1.0 (May 1, 2027)

The first.
`
const ENTRIES = [
  'Fix: uploads of empty files work',
  'Feature: tags\n\nSee [files](../../docs/files.md) and [tus](https://tus.io).\n\n    tag add\n',
]

describe('the release notes', () => {
  it('of a release are its section of the changelog, one level up and without links into the repository', () => {
    assert.equal(
      notesOf({ version: '1.2.0', changelog: RELEASED, entries: [] }),
      '# Holdfast 1.2.0\n\nThe second.\n\n## Files\n\n- Locks end.\n',
    )
    assert.equal(
      notesOf({ version: '1.1.0', changelog: RELEASED, entries: [] }),
      '# Holdfast 1.1.0\n\nThe first.\n',
    )
  })

  it('of what is not released yet are the entries by kind', () => {
    assert.equal(
      notesOf({ version: '1.3.0', changelog: RELEASED, entries: ENTRIES }),
      `# Holdfast 1.3.0

## Added

- **Tags**
  See files and [tus](https://tus.io).

      tag add

## Fixed

- **Uploads of empty files work**
`,
    )
  })

  it('have entries before the release that they came after', () => {
    const notes = notesOf({ version: '1.1.0', changelog: RELEASED, entries: ENTRIES })
    assert.deepEqual(notes.match(/^#.*|^The first\.$/gm), [
      '# Holdfast 1.1.0',
      '## Since 1.1.0',
      '### Added',
      '### Fixed',
      'The first.',
    ])
  })

  it('of this version say something, and have each entry once', () => {
    const notes = releaseNotes()
    assert.match(notes, new RegExp(`^# Holdfast ${version}\n\n\\S`))
    for (const file of globSync('changelog/unreleased/*.md', { cwd: ROOT })) {
      const title = (read(file).split('\n', 1)[0] ?? '').replace(/^\w+: /, '')
      assert.equal(notes.toLowerCase().split(`- **${title.toLowerCase()}**`).length, 2, file)
    }
    assert.doesNotMatch(notes, /\]\((?!\w+:)/)
  })
})
