// The Debian package of the agent: the program, the Node that runs it, and units for people and for file servers.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './bootstrap.mjs'
import { DEBIAN_ARCH, filesBelow, kibOf, md5sums } from './package-deb.mjs'
import { agentLicenses, openToAll, VERSION } from './package-tree.mjs'

const PACKAGING = path.join(ROOT, 'packaging/agent')
const SCRIPTS = ['postinst', 'prerm', 'postrm']

const controlFile = (installedKib) => `Package: holdfast-agent
Version: ${VERSION}
Architecture: ${DEBIAN_ARCH}
Maintainer: Holdfast <holdfast@localhost>
Installed-Size: ${installedKib}
Depends: libc6 (>= 2.34), libstdc++6 (>= 11)
Section: net
Priority: optional
Description: keeps folders in sync with a Holdfast server
 Keeps folders of this computer and files on a Holdfast server the same, in
 both directions, and backs folders up. It brings the Node that runs it.
`

/** Makes the folder `root` as it is to be installed. */
export function makeAgentDebianRoot(root) {
  rmSync(root, { recursive: true, force: true })
  const at = (...parts) => path.join(root, ...parts)
  const program = 'usr/lib/holdfast-agent'
  const doc = 'usr/share/doc/holdfast-agent'
  for (const folder of ['DEBIAN', 'usr/bin', program, 'usr/lib/systemd/system', 'usr/lib/systemd/user', doc])
    mkdirSync(at(folder), { recursive: true })
  const from = {
    [`${program}/holdfast-agent`]: path.join(PACKAGING, 'holdfast-agent'),
    [`${program}/holdfast-agent.mjs`]: path.join(ROOT, 'dist/agent/holdfast-agent.mjs'),
    [`${program}/node`]: path.join(ROOT, `node_modules/node-linux-${process.arch}/bin/node`),
    'usr/lib/systemd/user/holdfast-agent.service': path.join(PACKAGING, 'user.service'),
    'usr/lib/systemd/system/holdfast-agent.service': path.join(PACKAGING, 'system.service'),
    [`${doc}/agent.md`]: path.join(ROOT, 'docs/agent.md'),
  }
  for (const [to, file] of Object.entries(from)) copyFileSync(file, at(to))
  writeFileSync(at(doc, 'copyright'), agentLicenses())
  const files = filesBelow(root)
  writeFileSync(at('DEBIAN/control'), controlFile(kibOf(root, files)))
  writeFileSync(at('DEBIAN/md5sums'), md5sums(root, files))
  for (const name of SCRIPTS) copyFileSync(path.join(PACKAGING, 'debian', name), at('DEBIAN', name))
  openToAll(root)
  symlinkSync('../lib/holdfast-agent/holdfast-agent', at('usr/bin/holdfast-agent'))
}
