import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { SettingsFile } from './settings.ts'

describe('the settings of an agent', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-settings-'))
  after(() => rmSync(home, { recursive: true }))

  it('keep all that is changed at the same time, also on the disk', async () => {
    const file = path.join(home, 'settings.json')
    const settings = await SettingsFile.open(file)
    const allowed = [{ folder: '/srv', deeds: ['backup'] }] as const
    await Promise.all([settings.change({ allowed }), settings.change({ paused: true })])
    for (const { now } of [settings, await SettingsFile.open(file)])
      assert.deepEqual([now.allowed, now.paused], [allowed, true])
  })
})
