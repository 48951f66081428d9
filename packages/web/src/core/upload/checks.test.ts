import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { findConflicts, refusedBy } from './checks.ts'
import type { Theirs } from './machine-types.ts'

const files = (...paths: (string | [string, number])[]) =>
  paths.map((path, id) => {
    const [name, size] = typeof path === 'string' ? [path, 10] : path
    return { id, kind: 'file' as const, path: name, size }
  })
const rules = { max_file_size: null, excluded_extensions: '', space_left: null }

describe('checks before the first byte', () => {
  it('name what the server would refuse, and why', () => {
    const given = files('a?.txt', 'con/x', `${'é'.repeat(200)}`, 'tool.exe', ['big', 3 * 2 ** 20], 'fine.txt')
    const refused = refusedBy(given, { ...rules, max_file_size: 2, excluded_extensions: '.exe,.tmp' })
    assert.deepEqual(
      refused.map(({ id, reason }) => [id, reason.code]),
      [
        [0, 'invalid_name'],
        [1, 'invalid_name'],
        [2, 'name_too_long'],
        [3, 'invalid_extension'],
        [4, 'too_large'],
      ],
    )
  })

  it('give space to those that come first', () => {
    const refused = refusedBy(files(['a', 60], ['b', 50], ['c', 40]), { ...rules, space_left: 100 })
    assert.deepEqual(refused, [{ id: 1, reason: { code: 'no_space' } }])
  })

  it('look for taken names only in folders that are there', async () => {
    const theirs = (type: Theirs['type'], id: number): Theirs => ({ type, id: id as EntryId, ver: 1 })
    const there: Record<number, Record<string, Theirs>> = {
      0: { album: theirs('folder', 5), 'a.txt': theirs('file', 6), empty: theirs('folder', 9) },
      5: { old: theirs('folder', 7), 'one.jpg': theirs('file', 8) },
      7: { 'two.jpg': theirs('file', 10) },
    }
    const asked: number[] = []
    const items = [
      ...files('a.txt', 'b.txt', 'album/one.jpg', 'album/old/two.jpg', 'album/new/x', 'fresh/deep/y'),
      { id: 20, kind: 'folder' as const, path: 'empty', size: 0 },
    ]
    const conflicts = await findConflicts(items, 0 as EntryId, async (folder, names) => {
      asked.push(folder)
      return new Map(Object.entries(there[folder] ?? {}).filter(([name]) => names.includes(name)))
    })
    assert.deepEqual(asked, [0, 5, 7])
    assert.deepEqual(conflicts.map(({ path, kind }) => `${kind} ${path}`).sort(), [
      'file a.txt',
      'file album/old/two.jpg',
      'file album/one.jpg',
      'folder album',
    ])
  })
})
