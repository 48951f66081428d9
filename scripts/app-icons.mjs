// node scripts/app-icons.mjs: draws the icons of the installed app into packages/web/icons, which is checked in. Run it after
// a change of the mark in http/pages/frame/icon.ts, with the Node in node_modules/.bin.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from './bootstrap.mjs'

const { ICON_SVG } = await import(path.join(ROOT, 'packages/server/src/http/pages/frame/icon.ts'))
const sharp = createRequire(path.join(ROOT, 'packages/server/package.json'))('sharp')
const FOLDER = path.join(ROOT, 'packages/web/icons')

const [, colour] = /<rect [^>]*fill="(#\w+)"/.exec(ICON_SVG)
const square = ICON_SVG.replace(' rx="8"', '')
/** Systems cut their own form out of these: the mark keeps to the circle that all of them show, and colour fills the rest. */
const maskable = ICON_SVG.replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"').replace(
  /<rect [^>]*>/,
  `<rect x="-5" y="-5" width="42" height="42" fill="${colour}"/>`,
)
const ICONS = [
  ['192', 192, ICON_SVG],
  ['512', 512, ICON_SVG],
  ['maskable-192', 192, maskable],
  ['maskable-512', 512, maskable],
  ['apple', 180, square],
]

mkdirSync(FOLDER, { recursive: true })
for (const [kind, size, svg] of ICONS) {
  const density = (72 * size) / 32
  const png = await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer()
  writeFileSync(path.join(FOLDER, `icon-${kind}.png`), png)
}
