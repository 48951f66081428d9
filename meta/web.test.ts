import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const FOLDER = path.resolve(import.meta.dirname, '../dist/web')
const KIB = 1024

describe('the app as it is built', () => {
  const parts = JSON.parse(readFileSync(path.join(FOLDER, 'app.json'), 'utf8')) as {
    main: string
    style: string
  }
  const size = (name: string): number => statSync(path.join(FOLDER, 'assets', `${name}.gz`)).size

  it('shows its first view after little has come', () => {
    assert.ok(
      size(parts.main) <= 150 * KIB,
      `${Math.round(size(parts.main) / KIB)} KiB of JavaScript, compressed`,
    )
    assert.ok(size(parts.style) <= 20 * KIB, `${Math.round(size(parts.style) / KIB)} KiB of style`)
  })
})
