import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contrast, contrastOf, SURFACES, textOn } from '@holdfast/api/accounts/accent'
import { accentStyle } from './accent.ts'
import { LOOK } from './look.ts'

type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** What the two schemes set, in the order light, dark. */
function schemesOf(color: string) {
  const value = (text: string, name: string): Rgb => {
    const [, hex = ''] = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(text) ?? []
    assert.notEqual(hex, '', name)
    return rgbOf(hex)
  }
  const [light = '', dark = ''] = accentStyle(color).split('@media')
  return [light, dark].map((text) => ({
    accent: value(text, 'accent'),
    strong: value(text, 'accent-strong'),
    on: value(text, 'on-accent'),
    tint: value(text, 'tint'),
  }))
}

describe('the colour of an organization', () => {
  const colors = ['#000000', '#ffffff', '#1f5fbf', '#ffee00', '#7f7f7f', '#00ff00', '#300030', '#FF8800']
  for (const color of colors)
    it(`can be read in the light and in the dark: ${color}`, () => {
      const grounds = [
        [244, 246, 249],
        [23, 28, 34],
      ] as const
      for (const [n, { accent, strong, on }] of schemesOf(color).entries())
        for (const shade of [accent, strong]) {
          assert.ok(contrast(shade, grounds[n] as Rgb) >= 4.49, 'as text')
          assert.ok(contrast(shade, on) >= 4.49, 'under text')
        }
    })

  it('can be read on its own tint, as can everything else there: 729 colours, both schemes', () => {
    const steps = [0, 31, 63, 95, 127, 159, 191, 223, 255]
    const inHex = (part: number) => part.toString(16).padStart(2, '0')
    const others = (LOOK.split('@media') as [string, string]).map((scheme) =>
      ['text', 'soft', 'bad'].map((name) => {
        const [, hex = ''] = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(scheme) ?? assert.fail(name)
        return rgbOf(hex)
      }),
    )
    const poor = steps
      .flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue])))
      .map((parts) => `#${parts.map(inHex).join('')}`)
      .filter((color) =>
        schemesOf(color).some(({ accent, strong, tint }, n) =>
          [accent, strong, ...(others[n] ?? [])].some((shade) => contrast(shade, tint) < 4.5),
        ),
      )
    assert.deepEqual(poor, [])
  })

  it('stays as it is where it can be read', () =>
    assert.deepEqual(schemesOf('#1f5fbf')[0]?.accent, [31, 95, 191]))

  it('is left away where it is none', () => {
    for (const odd of ['', 'red', '#12345', '#12345g', '#123456;}</style>'])
      assert.equal(accentStyle(odd), '')
  })

  it('of every kind of file stands out from what it is drawn on', () => {
    const [light = '', dark = ''] = LOOK.split('@media')
    for (const [scheme, ground] of [
      [light, [244, 246, 249]],
      [dark, [23, 28, 34]],
    ] as const) {
      const kinds = [...scheme.matchAll(/--kind-[a-z]+: #([0-9a-f]{6});/g)].map(([, hex = '']) => rgbOf(hex))
      assert.ok(kinds.length >= 7)
      for (const kind of kinds) assert.ok(contrast(kind, ground) >= 4.5)
    }
  })

  it('is shown in samples on what pages and the app have', () => {
    const [light = '', dark = ''] = LOOK.split('@media')
    for (const [scheme, surfaces] of [
      [light, SURFACES.light],
      [dark, SURFACES.dark],
    ] as const)
      for (const [name, color] of Object.entries(surfaces))
        assert.ok(scheme.includes(`--${name}: ${color};`), `${name} ${color}`)
  })

  it('in buttons of emails has a text that can be read on it', () => {
    for (const color of ['#000000', '#ffffff', '#1f5fbf', '#ffee00', '#7f7f7f', '#00ff00', '#0a7f5a'])
      assert.ok((contrastOf(color, textOn(color)) ?? 0) >= 4.5, color)
  })

  it('has the contrast that WCAG tells', () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21)
    assert.ok(Math.abs(contrast([118, 118, 118], [255, 255, 255]) - 4.54) < 0.01)
  })
})
