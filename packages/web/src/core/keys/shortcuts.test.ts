import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeAfter } from '../list/move.ts'
import { helpOf } from './help.ts'
import {
  isInNames,
  isWritten,
  type Place,
  type Pressed,
  SHORTCUTS,
  shortcutIn,
  written,
} from './shortcuts.ts'

const PLACES = Object.keys(SHORTCUTS) as Place[]

/** An event as a browser makes it of these keys. */
function press(keys: string, also: Partial<Pressed> = {}): Pressed {
  const parts = keys.split('+')
  const name = parts.pop() ?? ''
  const has = (modifier: string) => parts.includes(modifier)
  const key = name === 'Space' ? ' ' : has('Ctrl') && !has('Shift') ? name.toLowerCase() : name
  return {
    ...{ key, ctrlKey: has('Ctrl'), metaKey: false, altKey: has('Alt'), shiftKey: has('Shift') },
    getModifierState: () => false,
    ...also,
  }
}

const allOf = (place: Place): [name: string, keys: string][] =>
  Object.entries<string>(SHORTCUTS[place]).flatMap(([name, all]) =>
    all.split(' ').map((keys): [string, string] => [name, keys]),
  )

describe('keyboard shortcuts', () => {
  for (const place of PLACES)
    it(`mean one thing each (${place})`, () => {
      const all = place === 'everywhere' ? allOf(place) : [...allOf(place), ...allOf('everywhere')]
      assert.equal(new Set(all.map(([, keys]) => keys)).size, all.length)
      for (const [name, keys] of all) assert.equal(shortcutIn(place, press(keys), true), name, keys)
    })

  it('are all in the help, and nothing else is', () => {
    const shown = helpOf(true, false).flatMap(({ rows }) => rows)
    assert.equal(new Set(shown.map(({ name }) => name)).size, shown.length, 'each once')
    const keysIn = (name: string) => shown.find((row) => row.name === name)?.keys ?? []
    const handled = PLACES.flatMap(allOf)
    for (const [name, keys] of handled)
      assert.ok(keysIn(name).includes(written(keys, false)), `${name} ${keys}`)
    for (const { name } of shown.filter((row) => row.name !== 'range' && row.name !== 'type'))
      for (const keys of keysIn(name))
        assert.ok(
          handled.some((one) => one[0] === name && written(one[1], false) === keys),
          `${name} ${keys}`,
        )
  })

  it('that are single characters do nothing where those are turned off, and the help says so', () => {
    for (const place of PLACES)
      for (const [name, keys] of allOf(place))
        assert.equal(shortcutIn(place, press(keys), false), keys.length > 1 ? name : undefined, keys)
    const shown = helpOf(false, false).flatMap(({ rows }) => rows)
    assert.ok(!shown.some(({ name }) => name === 'history' || name === 'help'))
    assert.deepEqual(shown.find(({ name }) => name === 'menu')?.keys, ['Shift+F10', 'Menu'])
  })

  it('are written as the keyboards of a language name their keys', () => {
    const names = { Ctrl: 'Strg', Shift: 'Umschalt', Delete: 'Entf' }
    assert.equal(written('Ctrl+Shift+C', false, names), 'Strg+Umschalt+C')
    assert.equal(written('Delete', false, names), 'Entf')
    assert.equal(written('n', false), 'N')
  })

  it('count with Caps Lock, with the key of a Mac, and with Shift where that means nothing else', () => {
    const at = (pressed: Pressed) => shortcutIn('list', pressed, true)
    assert.equal(at(press('Ctrl+K', { key: 'K' })), 'goTo')
    assert.equal(at(press('x', { metaKey: true })), 'cut')
    assert.equal(at(press('Shift+Delete')), 'delete')
    assert.equal(at(press('Ctrl+Shift+C')), 'copyAddress')
    assert.equal(at(press('Shift+?')), 'help')
  })

  it('do not count with other keys held, nor as other characters', () => {
    const at = (pressed: Pressed) => shortcutIn('list', pressed, true)
    for (const keys of ['Ctrl+Enter', 'Alt+n', 'Ctrl+N', 'F10', 'N', 'x'])
      assert.equal(at(press(keys)), undefined, keys)
  })

  it('are written by keyboards that need AltGr for them', () => {
    const bracket = press('Ctrl+Alt+[', { getModifierState: () => true })
    assert.equal(isWritten(bracket), true)
    assert.equal(shortcutIn('everywhere', bracket, true), 'foldNavigation')
    assert.equal(isWritten(press('Ctrl+Alt+[')), false)
  })

  it('that no name can have are those of every screen', () => {
    const apart = PLACES.flatMap(allOf).filter(([, keys]) => keys.length === 1 && !isInNames(keys))
    assert.deepEqual(
      apart,
      allOf('everywhere').filter(([, keys]) => keys === '/' || keys === '?'),
    )
  })

  it('that move are those by which a list moves', () => {
    const moving = (columns: number) =>
      [
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'Home',
        'End',
        'PageUp',
        'PageDown',
        'Enter',
        'a',
      ].filter((key) => placeAfter(key, 5, { count: 20, columns, screen: 3 }) !== undefined)
    assert.deepEqual(moving(4), `${SHORTCUTS.list.move} ${SHORTCUTS.list.ends}`.split(' '))
    assert.deepEqual(moving(1), `${SHORTCUTS.past.move} ${SHORTCUTS.past.ends}`.split(' '))
  })
})
