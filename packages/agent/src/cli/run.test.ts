import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { TestAgent } from '../../testkit/program/agent.ts'

describe('an agent that starts', { timeout: 600_000 }, () => {
  it('says how to stop it on a terminal, where somebody can, and not where a system runs it', async (test) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-agent-'))
    const agent = new TestAgent(path.join(dir, 'agent'))
    test.after(() => {
      TestAgent.killAll()
      rmSync(dir, { recursive: true, force: true })
    })
    const running = await agent.serve()
    assert.match(running.lines.join('\n'), /^The agent is running with \S+\.$/)
    running.process.kill('SIGINT')
    assert.equal(await running.ended, 0)

    const typed = agent.startOnTerminal(['run'])
    assert.match(
      await typed.saying(/ is running/),
      /^The agent is running with \S+\. Press Ctrl-C to stop it\.\s*$/,
    )
    typed.process.stdin?.end('\x03')
    assert.equal(await typed.ended, 0)
  })
})
