// What packages and images are made of: the built program, the Node that runs it, and of node_modules only what cannot be bundled.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ROOT } from './bootstrap.mjs'
import { NATIVE } from './build.mjs'
import { releaseNotes } from './release-notes.mjs'
import { sbomOf } from './sbom.mjs'

const MODULES = path.join(ROOT, 'node_modules')
/** What only builders, readers and other platforms need. */
const LEFT_OUT =
  /(^|\/)(src|deps|build|install|include|browser\.js)(\/|$)|\.(md|map|gyp|[cm]?ts)$|^binding\.gyp$/
const OWN_PROGRAM = /^holdfast-agent-linux-|\.tmp$/
const LICENSE = /^(licen[cs]e|copying|notice)/i

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const copy = (from, to, filter = () => true) =>
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (file) => filter(path.relative(from, file)),
  })

export const { version: VERSION } = readJson(path.join(ROOT, 'package.json'))
export const NAME = `holdfast-${VERSION}-linux-${process.arch}`

/** Makes the folder `target` from what is built; what was in it is gone. */
export function makeTree(target) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(path.join(target, 'bin'), { recursive: true })
  copy(path.join(MODULES, `node-linux-${process.arch}`, 'bin', 'node'), path.join(target, 'bin', 'node'))
  copy(path.join(ROOT, 'packaging/holdfast'), path.join(target, 'bin', 'holdfast'))
  copyProgram(path.join(target, 'dist'))
  for (const name of nativePackages()) copyPackage(name, path.join(target, 'node_modules', name))
  const lock = readJson(path.join(ROOT, 'package-lock.json'))
  writeFileSync(path.join(target, 'licenses.txt'), licensesOf(lock))
  writeFileSync(path.join(target, 'sbom.json'), `${JSON.stringify(sbomOf(lock), null, 2)}\n`)
  writeFileSync(path.join(target, 'release-notes.md'), releaseNotes())
  copy(path.join(ROOT, 'docs/install.md'), path.join(target, 'install.md'))
  copy(path.join(ROOT, 'packaging/holdfast.env'), path.join(target, 'holdfast.env'))
  // Debian's package has it in another place, and a tarball is unpacked where it is wanted.
  const unit = readFileSync(path.join(ROOT, 'packaging/holdfast.service'), 'utf8')
  writeFileSync(path.join(target, 'holdfast.service'), unit.replaceAll('/usr/lib/holdfast', '/opt/holdfast'))
  openToAll(target)
}

/** Others may not be able to read the clone; what is installed is for a user of its own. */
export function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) openToAll(place)
    else chmodSync(place, statSync(place).mode & 0o100 ? 0o755 : 0o644)
  }
}

function copyProgram(target) {
  const dist = path.join(ROOT, 'dist')
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.js')))
    copy(path.join(dist, name), path.join(target, name))
  for (const name of ['web', 'pages', 'docs']) copy(path.join(dist, name), path.join(target, name))
  // What devices install from. The programs that need no file beside them are made for other uses.
  copy(path.join(dist, 'agent'), path.join(target, 'agent'), (name) => !OWN_PROGRAM.test(name))
  writeFileSync(
    path.join(target, 'package.json'),
    `${JSON.stringify({ type: 'module', version: VERSION })}\n`,
  )
}

/** Packages that are not bundled, with what they need and is there for this platform. */
function nativePackages() {
  const found = new Set()
  const add = (name) => {
    const manifest = path.join(MODULES, name, 'package.json')
    if (found.has(name) || name === 'node-addon-api' || !existsSync(manifest)) return
    const { dependencies, optionalDependencies, os, cpu, libc } = readJson(manifest)
    const isFor = (list, one) => !list || list.includes(one)
    if (!isFor(os, 'linux') || !isFor(cpu, process.arch) || !isFor(libc, 'glibc')) return
    found.add(name)
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed)
  }
  NATIVE.forEach(add)
  return [...found].sort()
}

function copyPackage(name, target) {
  const own = path.join('prebuilds', `linux-${process.arch}.node`)
  copy(path.join(MODULES, name), target, (file) => {
    if (path.dirname(file) === 'prebuilds') return file === own
    return !LEFT_OUT.test(file) || LICENSE.test(path.basename(file))
  })
}

/** The licences of what the agent brings. */
export const agentLicenses = () =>
  licensesOf(readJson(path.join(ROOT, 'package-lock.json')), (place) =>
    AGENT_PARTS.includes(place.replace(/^.*node_modules\//, '')),
  )
const AGENT_PARTS = ['ws', 'typebox', `node-linux-${process.arch}`]

/** The licences of all that is in it, those of bundled packages too. */
function licensesOf(lock, isIn = () => true) {
  const used = Object.entries(lock.packages).filter(
    ([place, { dev, link }]) =>
      place.includes('node_modules/') && isIn(place) && !dev && !link && existsSync(path.join(ROOT, place)),
  )
  const texts = used.map(([place, { version, license }]) => {
    const folder = path.join(ROOT, place)
    const files = readdirSync(folder).filter((name) => LICENSE.test(name))
    const words = files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
    return [`${place.replace(/^.*node_modules\//, '')} ${version}: ${license ?? 'see below'}`, ...words].join(
      '\n\n',
    )
  })
  return `${texts.join(`\n\n${'─'.repeat(80)}\n\n`)}\n`
}
