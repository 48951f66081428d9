import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { type Demonstration, demonstrationIn } from './folder.ts'

const figures = { organizations: 1, people: 1, guests: 0, devices: 0, shares: 0, files: 0 }
const MAKING = '.demonstration-making'

describe('the folder of a demonstration', () => {
  let folder: string
  let made = 0
  beforeEach(async () => {
    folder = path.join(await makeTempDir(), 'data-demo')
    made = 0
  })

  const make = async (place: string): Promise<Demonstration> => {
    made++
    await mkdir(path.join(place, 'blobs'))
    await writeFile(path.join(place, 'holdfast.db'), 'rows')
    return { password: `password ${made}`, figures }
  }
  const cutOff = async (place: string): Promise<Demonstration> => {
    await make(place)
    throw new Error('no power')
  }
  const assertWhole = async () => {
    assert.deepEqual((await readdir(folder)).sort(), ['blobs', 'demonstration.json', 'holdfast.db'])
    assert.equal(await readFile(path.join(folder, 'holdfast.db'), 'utf8'), 'rows')
  }

  it('is filled once, and known from then on', async () => {
    assert.equal((await demonstrationIn(folder, make))?.password, 'password 1')
    await assertWhole()
    await writeFile(path.join(folder, 'sign-ins.txt'), 'more')
    assert.equal((await demonstrationIn(folder, make))?.password, 'password 1')
    assert.equal(made, 1)
  })

  it('is filled again after it was cut off', async () => {
    await assert.rejects(demonstrationIn(folder, cutOff), /no power/)
    assert.deepEqual(await readdir(folder), [MAKING])
    assert.equal((await demonstrationIn(folder, make))?.password, 'password 2')
    await assertWhole()
  })

  it('gets the rest of what was made when it was cut off while that was moved', async () => {
    await demonstrationIn(folder, make)
    const making = path.join(folder, MAKING)
    await mkdir(making)
    for (const name of ['blobs', 'demonstration.json'])
      await rename(path.join(folder, name), path.join(making, name))
    assert.equal((await demonstrationIn(folder, make))?.password, 'password 1')
    await assertWhole()
    assert.equal(made, 1)
  })

  it('is none where anything else is', async () => {
    await mkdir(folder)
    await writeFile(path.join(folder, 'mine.txt'), 'mine')
    assert.equal(await demonstrationIn(folder, make), undefined)
    assert.deepEqual(await readdir(folder), ['mine.txt'])
    assert.equal(await readFile(path.join(folder, 'mine.txt'), 'utf8'), 'mine')
    assert.equal(made, 0)
  })
})
