import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { backUpToModel, useFolders } from '../../../testkit/backup/model-backup.ts'
import { swappedAt } from '../../../testkit/disk/swapping.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** What another user puts where the restore writes. */
const SWAPS: Record<string, (at: string, outside: string) => void> = {
  'a link to a folder': (at, outside) => symlinkSync(outside, at),
  'a link to a file': (at, outside) => symlinkSync(`${outside}/bait`, at),
  'a pipe': (at) => void execFileSync('mkfifo', [at]),
  'a folder': (at) => {
    mkdirSync(at, 0o777)
    if (isRoot) chownSync(at, NOBODY, NOBODY)
  },
  // No other user can do this where links to the files of others are forbidden; where they are not, it does no harm.
  'another name of a file': (at, outside) => linkSync(`${outside}/bait`, at),
}

/** All that somebody could have changed. */
const seen = (outside: string) =>
  [outside, `${outside}/bait`].map((at) => {
    const { mode, uid, gid, mtimeMs } = lstatSync(at)
    return [mode, uid, gid, mtimeMs, at === outside ? readdirSync(at) : readFileSync(at, 'utf8')].join(' ')
  })

const EVERY = rounds(11, 1)

describe('another user who can write to a folder that is restored to', () => {
  const newFolder = useFolders(quickFolder())

  for (const swap of Object.keys(SWAPS))
    it(`changes nothing outside of it with ${swap}`, async () => {
      const { top, run, restore } = backUpToModel(newFolder)
      mkdirSync(`${top}/sub`)
      for (const name of ['file', 'sub/inner', 'same']) writeFileSync(`${top}/${name}`, `backed up ${name}`)
      symlinkSync('file', `${top}/link`)
      if (isRoot) chownSync(`${top}/file`, 1234, 1234)
      const { seq } = await run()
      for (let step = 0, steps = 1; step < steps; step++) {
        if (step % EVERY > 0) continue
        const [to, outside] = [newFolder(), newFolder()]
        writeFileSync(`${outside}/bait`, 'not to be touched', { mode: 0o600 })
        writeFileSync(`${to}/same`, 'backed up same')
        const before = seen(outside)
        // Whatever was made last is what somebody would be after.
        const swapNewest = () => {
          for (const name of readdirSync(to).slice(-2)) {
            renameSync(`${to}/${name}`, `${to}/${name} before`)
            SWAPS[swap]?.(`${to}/${name}`, outside)
          }
        }
        steps = await swappedAt(step, swapNewest, async () => {
          const { result } = await restore(seq, { to, overwrite: true })
          assert.ok(['done', 'failed'].includes(result.state))
        })
        assert.deepEqual(seen(outside), before, `${swap} before step ${step}`)
      }
    })
})
