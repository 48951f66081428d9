// npm run sbom [-- file]: writes the list of all components in CycloneDX 1.6, from the lock file and without network, to the
// file or else to standard output. Components that only development needs have the scope `excluded`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isProgram, ROOT } from './bootstrap.mjs'

const SPEC_VERSION = '1.6'

/** The last folder of node_modules in a path of the lock file names the package. */
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** As npm has it: the algorithm, a dash and base64; several are separated by blanks. */
const hashesOf = (integrity = '') =>
  integrity
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [algorithm, digest] = one.split(/-(.*)/s)
      const alg = algorithm.replace(/^sha/, 'SHA-')
      return { alg, content: Buffer.from(digest, 'base64').toString('hex') }
    })

const licensesOf = (license) => (license ? [{ expression: license }] : [])

const componentOf = (place, { version, integrity, license, dev, optional }) => {
  const purl = purlOf(nameOf(place), version)
  const scope = dev ? 'excluded' : optional ? 'optional' : 'required'
  return {
    type: 'library',
    'bom-ref': purl,
    name: nameOf(place),
    version,
    scope,
    hashes: hashesOf(integrity),
    licenses: licensesOf(license),
    purl,
  }
}

/** The packages of the workspace are the product itself; what is there twice in one version is one component. */
export function sbomOf(lock) {
  const { name, version } = lock.packages['']
  const found = new Map()
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/') || entry.link) continue
    const component = componentOf(place, entry)
    const known = found.get(component.purl)
    if (!known || known.scope === 'excluded') found.set(component.purl, component)
  }
  const components = [...found.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  const product = { type: 'application', 'bom-ref': `${name}@${version}`, name, version }
  return {
    bomFormat: 'CycloneDX',
    specVersion: SPEC_VERSION,
    version: 1,
    metadata: { component: product },
    components,
  }
}

if (isProgram(import.meta.url)) {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const text = `${JSON.stringify(sbomOf(lock), null, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
}
