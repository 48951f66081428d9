import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { compileCache, listenTo } from '@holdfast/server/testkit/servers/children'

const CHILD = path.resolve(import.meta.dirname, '../../../testkit/servers/worker-news-child.ts')

describe('worker processes', () => {
  it('hear the news of each other, and not their own again', { timeout: 120_000 }, async () => {
    const child = listenTo(
      spawn(process.execPath, [CHILD], {
        env: { PATH: process.env.PATH, ...compileCache() },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    await child.said(2)
    child.process.kill('SIGTERM')
    await child.ended
    assert.deepEqual(child.lines.toSorted(), ['first heard r2', 'second heard r1'])
  })
})
