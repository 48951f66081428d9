// What a server offers for devices to install: the agent, the Node that runs it, and a list of both with its signature. The key
// stays with the person who builds: it is in no package, and no server needs it (ADR 0075).
import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ROOT } from './bootstrap.mjs'

const PROGRAM = 'holdfast-agent.mjs'
const STARTER = 'holdfast-agent'
const ARCHS = ['x64', 'arm64']
/** What the server gives to devices, beside what the release lists. */
export const RELEASE_FILES = ['release', 'release.sig', 'release.pub', 'install.sh']

const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))

/** Named by HOLDFAST_AGENT_SIGNING_KEY, or else in the builder's own settings: it outlives a clone. */
export const signingKeyFile = () =>
  path.resolve(
    process.env.HOLDFAST_AGENT_SIGNING_KEY ||
      path.join(
        process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config'),
        'holdfast/agent-signing-key.pem',
      ),
  )

/** Makes the key at the first build. */
function signingKey() {
  const file = signingKeyFile()
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    // Another build may be making one, too: the first counts.
    try {
      writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
      console.error(`Agents are signed by a new key: ${file}. Keep it safe, and off the server.`)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
  return createPrivateKey(readFileSync(file))
}

/** One source gives the same bytes: the time is that of the commit. */
export function sourceTime() {
  if (process.env.SOURCE_DATE_EPOCH) return process.env.SOURCE_DATE_EPOCH
  const { status, stdout } = spawnSync('git', ['-C', ROOT, 'log', '-1', '--format=%ct'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : String(Math.floor(Date.now() / 1000))
}

/** Each Node that is installed here, compressed once: `npm ci --cpu=x64 --cpu=arm64` brings those of both kinds. */
async function compressRuntimes(folder) {
  const names = []
  for (const arch of ARCHS) {
    const node = path.join(ROOT, 'node_modules', `node-linux-${arch}`, 'bin', 'node')
    if (!existsSync(node)) continue
    const file = path.join(folder, `node-linux-${arch}.gz`)
    names.push(path.basename(file))
    if (existsSync(file) && statSync(file).mtimeMs >= statSync(node).mtimeMs) continue
    // More would take three times as long for a tenth less.
    writeWhole(file, await promisify(gzip)(readFileSync(node), { level: 1 }))
  }
  return names
}

const listed = (folder, name) => {
  const bytes = readFileSync(path.join(folder, name))
  return `file ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${name}\n`
}

/** Writes down what is in the folder, and signs that. Without a key that can be read or made, there is nothing to install from. */
export async function makeRelease(folder) {
  copyFileSync(path.join(ROOT, 'packaging/agent/install.sh'), path.join(folder, 'install.sh'))
  copyFileSync(path.join(ROOT, 'packaging/agent', STARTER), path.join(folder, STARTER))
  const names = [STARTER, PROGRAM, ...(await compressRuntimes(folder))]
  let key
  try {
    key = signingKey()
  } catch (error) {
    console.error(`Agents are not signed, so devices cannot install or update them: ${error.message}`)
    for (const name of RELEASE_FILES) rmSync(path.join(folder, name), { force: true })
    return
  }
  const head = `holdfast-agent release 1\nversion ${version}\nbuilt ${sourceTime()}\n`
  const text = Buffer.from(head + names.map((name) => listed(folder, name)).join(''))
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' })
  writeWhole(path.join(folder, 'release.pub'), publicKey)
  writeWhole(path.join(folder, 'release.sig'), sign(null, text, key))
  writeWhole(path.join(folder, 'release'), text)
}

function writeWhole(file, contents) {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, contents)
  renameSync(temporary, file)
}
