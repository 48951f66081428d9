import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { getItem, openItem } from './identity.ts'
import { WriteHandles } from './write-handles.ts'

const O_WRONLY = '0100001'
const O_RDWR = '02'
const O_RDONLY = '0100000'

describe('the handles of programs', () => {
  let place: string
  let proc: string
  let now = 1_000_000
  let handles: WriteHandles
  const at = (name: string) => path.join(place, name)
  const find = (name: string, since = now) => handles.find(getItem(at(name)), since)
  /** As Linux shows a file that a process has open. */
  function open(pid: string, handle: number, file: string, flags: string): void {
    for (const folder of ['fd', 'fdinfo']) mkdirSync(path.join(proc, pid, folder), { recursive: true })
    symlinkSync(file, path.join(proc, pid, 'fd', `${handle}`))
    writeFileSync(path.join(proc, pid, 'fdinfo', `${handle}`), `pos:\t0\nflags:\t${flags}\nmnt_id:\t1\n`)
  }

  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'holdfast-handles-'))
    proc = at('proc')
    mkdirSync(proc)
    writeFileSync(at('a'), 'a')
    writeFileSync(at('b'), 'b')
    handles = new WriteHandles(() => now, { proc, dearestMs: 1000 })
  })
  afterEach(() => rmSync(place, { recursive: true }))

  it('tell which files are open to write', () => {
    open('7', 3, at('a'), O_RDONLY)
    open('7', 4, at('b'), O_RDWR)
    writeFileSync(at('c'), 'c')
    open('12', 1, at('c'), O_WRONLY)
    open('12', 2, 'socket:[4711]', O_RDWR)
    open('12', 3, at('gone (deleted)'), O_RDWR)
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => find(name)),
      ['closed', 'open', 'open'],
    )
  })

  it('are looked at once a second: until then, what was written since is not known', () => {
    open('7', 3, at('b'), O_WRONLY)
    assert.equal(find('a'), 'closed')
    open('7', 4, at('a'), O_WRONLY)
    now += 900
    assert.equal(find('a', now - 1000), 'closed', 'it has not changed since the look')
    assert.equal(find('a'), 'later')
    assert.equal(find('b'), 'open')
    now += 100
    assert.equal(find('a'), 'open')
  })

  it('are not known where they are not shown, or are too many to look at', () => {
    assert.equal(new WriteHandles(() => now, { proc: at('nowhere') }).find(getItem(at('a')), now), 'unknown')
    open('7', 3, at('a'), O_WRONLY)
    handles = new WriteHandles(() => now, { proc, dearestMs: -1 })
    assert.equal(find('a'), 'unknown')
    assert.equal(find('a', now - 1000), 'unknown')
  })
})

describe('a program that writes', () => {
  it('is seen while it has its file open, and our own handles are not', async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'holdfast-handles-'))
    const file = path.join(place, 'file')
    const own = openSync(path.join(place, 'own'), 'w')
    const program = spawn('sh', ['-c', `exec 3> '${file}'; echo half >&3; echo ready; read line`])
    try {
      await once(program.stdout, 'data')
      let now = Date.now()
      const handles = new WriteHandles(() => now, { dearestMs: 10_000 })
      assert.equal(handles.find(getItem(file), now), 'open')
      assert.equal(handles.find(openItem(own), now), 'closed')
      program.stdin.end('\n')
      await once(program, 'exit')
      now += 1000
      assert.equal(handles.find(getItem(file), now), 'closed')
    } finally {
      program.kill()
      closeSync(own)
      rmSync(place, { recursive: true })
    }
  })
})
