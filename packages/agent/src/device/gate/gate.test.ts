import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { Gate } from './gate.ts'
import type { Asker, Rules } from './rules.ts'

const ADMIN: Asker = { isHere: false, isOwn: false, name: 'Boss' }

describe('the gate of a device', () => {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'holdfast-gate-')))
  after(() => rmSync(top, { recursive: true }))
  const [allowed, outside] = [path.join(top, 'allowed'), path.join(top, 'outside')]
  let rules: Rules
  const gate = new Gate(() => rules)
  const restore = (to: string) => ({ deed: 'restore', path: to, asker: ADMIN }) as const
  beforeEach(() => {
    rmSync(top, { recursive: true })
    for (const folder of [allowed, outside]) mkdirSync(folder, { recursive: true })
    rules = {
      ...{ own: [], secrets: [path.join(allowed, '.ssh')], base: null, home: null },
      allowed: [{ folder: allowed, deeds: ['restore', 'browse', 'map'] }],
    }
  })

  it('decides by where a folder is, not by the links that lead to it', () => {
    symlinkSync(outside, path.join(allowed, 'way-out'))
    symlinkSync(allowed, path.join(top, 'way-in'))
    for (const to of ['way-out', 'way-out/sub', 'way-out/sub/deeper'])
      assert.throws(() => gate.open(restore(path.join(allowed, to)), { makes: true }), { kind: 'forbidden' })
    assert.deepEqual(readdirSync(outside), [])
    using admitted = gate.open(restore(path.join(top, 'way-in', 'new', 'folder')), { makes: true })
    assert.equal(admitted.real, path.join(allowed, 'new', 'folder'))
    assert.ok(existsSync(admitted.real))
  })

  it('makes nothing through a link that leads nowhere yet', () => {
    symlinkSync(path.join(outside, 'later'), path.join(allowed, 'dangling'))
    assert.throws(() => gate.open(restore(path.join(allowed, 'dangling', 'x')), { makes: true }), {
      name: 'Refused',
    })
    assert.deepEqual(readdirSync(outside), [])
  })

  it('works in the folder that was opened, whatever gets its name afterwards', () => {
    using admitted = gate.open(restore(path.join(allowed, 'target')), { makes: true })
    renameSync(path.join(allowed, 'target'), path.join(allowed, 'moved'))
    symlinkSync(outside, path.join(allowed, 'target'))
    writeFileSync(admitted.folder.at('written'), '')
    assert.deepEqual([readdirSync(outside), readdirSync(path.join(allowed, 'moved'))], [[], ['written']])
  })

  it('says of what it does not allow only that, whether or not it is there', () => {
    const why = (at: string) => {
      try {
        gate.check(restore(at))
      } catch (error) {
        return (error as Error).message.replaceAll(at, '')
      }
      return assert.fail('it is allowed')
    }
    assert.equal(why(outside), why(path.join(outside, 'missing')))
    writeFileSync(path.join(outside, 'file'), '')
    assert.equal(why(outside), why(path.join(outside, 'file')))
  })

  it('counts what is allowed at that moment', () => {
    gate.check(restore(allowed))
    rules = { ...rules, allowed: [] }
    assert.throws(() => gate.check(restore(allowed)), { kind: 'forbidden' })
  })

  it('keeps keys out of what may be written', () => {
    using admitted = gate.open(restore(allowed))
    const isKeptOut = (name: string, isFolder: boolean) =>
      admitted.isKeptOut(path.join(allowed, name), isFolder)
    assert.deepEqual(
      [isKeptOut('.ssh', true), isKeptOut('.ssh/id', false), isKeptOut('.sshd', false)],
      [true, true, false],
    )
    assert.throws(() => gate.check(restore(path.join(allowed, '.ssh'))), { message: /never restored to/ })
    assert.throws(() => gate.check({ deed: 'map', path: allowed, asker: ADMIN }), { message: /inside it\.$/ })
  })

  it('shows above what may be browsed only the way there', () => {
    const { found, isShown } = gate.browse(top, ADMIN)
    using _ = found
    assert.deepEqual([isShown('allowed'), isShown('outside')], [true, false])
    assert.throws(() => gate.browse(outside, ADMIN), { kind: 'forbidden' })
    assert.throws(() => gate.browse(path.join(allowed, 'missing'), ADMIN), { kind: 'not_found' })
  })
})
