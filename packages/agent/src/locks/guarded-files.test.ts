import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import type { LocalId } from '../core/local-id.ts'
import type { Seen } from '../ports/disk.ts'
import { type Guarded, GuardedFiles } from './guarded-files.ts'

const FILE = { id: 'file' as LocalId, rawName: 'a', stamp: '', folder: [] } satisfies Seen
const ID = 1 as EntryId

describe('files that someone else has locked', () => {
  it('can be written again when they are no items of the service any more, also for the next process', async () => {
    let mode = 0o640
    let kept: readonly Guarded[] = []
    const modes = {
      get: () => mode,
      set: (_: Seen, wanted: number) => {
        mode = wanted
      },
    }
    const save = async (now: readonly Guarded[]) => {
      kept = now
    }
    const open = () => new GuardedFiles(modes, kept, save)
    await open().tend(new Set([ID]), () => FILE)
    assert.equal(mode, 0o440)
    await open().tend(new Set(), (_, file) => (file === FILE.id ? FILE : 'gone'))
    assert.deepEqual([mode, kept], [0o640, []])
  })
})
