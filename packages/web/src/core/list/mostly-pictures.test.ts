import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isMostlyPictures } from './mostly-pictures.ts'

const named = (...names: string[]) =>
  names.map((name) =>
    name.endsWith('/')
      ? { type: 'folder' as const }
      : { type: 'file' as const, name, size: name === 'huge.png' ? 1e9 : 9 },
  )

describe('a folder of pictures', () => {
  it('has some, and more of them than of anything else', () => {
    assert.equal(isMostlyPictures(named('a.png', 'b.JPG', 'c.webp', 'd.gif', 'notes.txt', 'old/')), true)
    assert.equal(isMostlyPictures(named('a.png', 'b.jpg', 'c.webp')), false)
    assert.equal(
      isMostlyPictures(named('a.png', 'b.jpg', 'c.webp', 'd.gif', 'e.txt', 'f.txt', 'g.txt', 'h/')),
      false,
    )
    assert.equal(isMostlyPictures(named('a.png', 'b.jpg', 'c.webp', 'huge.png', 'd.svg', 'e.bmp')), false)
  })
})
