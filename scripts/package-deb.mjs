// The Debian package, from the same tree as the tarball.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { giveUp, ROOT } from './bootstrap.mjs'
import { openToAll, VERSION } from './package-tree.mjs'

const PACKAGING = path.join(ROOT, 'packaging')
const SCRIPTS = ['postinst', 'prerm', 'postrm']
const SETTINGS = '/etc/holdfast.env'
export const DEBIAN_ARCH = { x64: 'amd64', arm64: 'arm64' }[process.arch]

/** What the programs in it ask of the machine: meta/packages.test.ts compares these with them. */
const DEPENDS = ['adduser', 'libc6 (>= 2.34)', 'libstdc++6 (>= 11)']

const controlFile = (installedKib) => `Package: holdfast
Version: ${VERSION}
Architecture: ${DEBIAN_ARCH}
Maintainer: Holdfast <holdfast@localhost>
Installed-Size: ${installedKib}
Depends: ${DEPENDS.join(', ')}
Suggests: postgresql, nginx, certbot
Section: net
Priority: optional
Description: self-hosted file sync, share and backup
 Stores files for many organizations behind an HTTPS API and an app in the
 browser, keeps them in sync across devices, shares them and backs devices up.
 It brings the Node that runs it, and needs no other service to begin with.
`

/** Makes the folder `root` as it is to be installed, with the folder `tree` where the package has it. */
export function makeDebianRoot(tree, root) {
  rmSync(root, { recursive: true, force: true })
  const at = (...parts) => path.join(root, ...parts)
  for (const folder of ['DEBIAN', 'etc', 'usr/bin', 'usr/lib/systemd/system', 'usr/share/doc/holdfast'])
    mkdirSync(at(folder), { recursive: true })
  cpSync(tree, at('usr/lib/holdfast'), { recursive: true })
  rmSync(at('usr/lib/holdfast/holdfast.env'))
  rmSync(at('usr/lib/holdfast/holdfast.service'))
  for (const [file, name] of [
    ['licenses.txt', 'copyright'],
    ['install.md', 'install.md'],
    ['release-notes.md', 'NEWS.md'],
  ])
    renameSync(at('usr/lib/holdfast', file), at('usr/share/doc/holdfast', name))
  copyFileSync(path.join(PACKAGING, 'holdfast.service'), at('usr/lib/systemd/system/holdfast.service'))
  copyFileSync(path.join(PACKAGING, 'debian/holdfast'), at('usr/bin/holdfast'))
  copyFileSync(path.join(PACKAGING, 'holdfast.env'), at(SETTINGS))
  const files = filesBelow(root)
  writeFileSync(at('DEBIAN/control'), controlFile(kibOf(root, files)))
  writeFileSync(at('DEBIAN/conffiles'), `${SETTINGS}\n`)
  writeFileSync(at('DEBIAN/md5sums'), md5sums(root, files))
  for (const name of SCRIPTS) copyFileSync(path.join(PACKAGING, 'debian', name), at('DEBIAN', name))
  openToAll(root)
  // Until the first configuration gives it to the group of the service.
  chmodSync(at(SETTINGS), 0o600)
}

export const filesBelow = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()

export const kibOf = (root, files) =>
  files.reduce((sum, file) => sum + Math.ceil(statSync(path.join(root, file)).size / 1024), 0)

export const md5sums = (root, files) =>
  files
    .filter((file) => `/${file}` !== SETTINGS)
    .map(
      (file) =>
        `${createHash('md5')
          .update(readFileSync(path.join(root, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('')

/** Gives the path of the package. */
export function packDebianRoot(name, root, target, env) {
  const file = path.join(target, `${name}_${VERSION}_${DEBIAN_ARCH}.deb`)
  const options = ['--root-owner-group', '-Zzstd', '-z10', '--build', root, file]
  const { status, stderr, error } = spawnSync('dpkg-deb', options, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) giveUp(`dpkg-deb failed: ${error?.message ?? stderr}`)
  return file
}
