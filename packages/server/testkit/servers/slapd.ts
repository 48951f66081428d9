import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import { promisify } from 'node:util'
import { makeSelfSignedCertificate } from '../../src/platform/tls/self-signed.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export const SUFFIX = 'dc=example,dc=org'
export const PEOPLE = `ou=people,${SUFFIX}`
export const GROUPS = `ou=groups,${SUFFIX}`
export const BIND_DN = `cn=admin,${SUFFIX}`
export const BIND_PASSWORD = 'the reader of the directory'

export interface Slapd {
  /** Takes plain LDAP and StartTLS. */
  port: number
  /** Takes TLS from the first byte. */
  tlsPort: number
  /** For 127.0.0.1 and localhost; trusted by who holds it. */
  certificate: string
  /** Changes the directory as `ldapmodify` does; without a changetype, entries are added. */
  modify(ldif: string): Promise<void>
  /** Stops answering, as a machine that is switched off. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it and deletes its data. */
  dispose(): Promise<void>
}

/** A value as LDIF carries any: in base64. */
const line = (name: string, value: string): string => `${name}:: ${Buffer.from(value).toString('base64')}`

/** RFC 4514, 2.4. */
export const escapeDn = (value: string): string =>
  value.replace(/[,+"\\<>;=#]/g, (letter) => `\\${letter}`).replace(/^ | $/g, '\\ ')

export const personDn = (uid: string): string => `uid=${escapeDn(uid)},${PEOPLE}`
export const groupDn = (name: string): string => `cn=${escapeDn(name)},${GROUPS}`

export interface LdapPerson {
  uid: string
  first?: string
  last?: string
  mail?: string
}
export const passwordOf = (uid: string): string => `the word of ${uid}`

export const personLdif = ({ uid, first = 'Pat', last = uid, mail = `${uid}@directory.test` }: LdapPerson) =>
  [
    line('dn', personDn(uid)),
    'objectClass: inetOrgPerson',
    line('uid', uid),
    line('cn', `${first} ${last}`),
    line('givenName', first),
    line('sn', last),
    line('mail', mail),
    line('userPassword', passwordOf(uid)),
    '',
  ].join('\n')

/** `members` are distinguished names; the class asks for one at least. */
export const groupLdif = (name: string, members: readonly string[]) =>
  [
    line('dn', groupDn(name)),
    'objectClass: groupOfNames',
    line('cn', name),
    ...members.map((member) => line('member', member)),
    '',
  ].join('\n')

const BASE = [
  `dn: ${SUFFIX}`,
  'objectClass: dcObject',
  'objectClass: organization',
  'dc: example',
  'o: Example',
  '',
  ...[PEOPLE, GROUPS].flatMap((dn) => [
    `dn: ${dn}`,
    'objectClass: organizationalUnit',
    `ou: ${/ou=(\w+)/.exec(dn)?.[1]}`,
    '',
  ]),
].join('\n')

/** A real OpenLDAP server of its own on free ports of this machine, with the entries that are given. */
export async function startSlapd(...ldif: string[]): Promise<Slapd> {
  const account = process.getuid?.() === 0 ? nobody() : undefined
  const dir = await mkdtemp(path.join(tmpdir(), 'holdfast-ldap-'))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const { cert, key } = makeSelfSignedCertificate({
    hosts: ['localhost', '127.0.0.1'],
    now: Date.now(),
    days: 2,
  })
  const at = (name: string) => path.join(dir, name)
  const config = at('slapd.conf')
  await mkdir(at('db'))
  const files = { 'cert.pem': cert, 'key.pem': key, 'slapd.conf': configuration(dir), 'first.ldif': '' }
  for (const [name, text] of Object.entries({ ...files, 'first.ldif': [BASE, ...ldif].join('\n') }))
    await writeFile(at(name), text, { mode: 0o600 })
  if (account)
    for (const file of [dir, at('db'), ...Object.keys(files).map(at)])
      await chown(file, account.uid, account.gid)
  await chmod(dir, 0o700)
  const options = { ...account, cwd: dir, env: { PATH: process.env.PATH } }
  await promisify(execFile)('/usr/sbin/slapadd', ['-q', '-f', config, '-l', at('first.ldif')], options)

  const addresses = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn('/usr/sbin/slapd', ['-d', '0', '-f', config, '-h', addresses], {
      ...options,
      stdio: 'ignore',
      detached: true,
    })
    for (const one of [port, tlsPort]) await answers(one, server)
  }
  const stop = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  const killAndRemove = () => {
    server?.kill('SIGKILL')
    remove()
  }
  process.on('exit', killAndRemove)
  await start()
  return {
    port,
    tlsPort,
    certificate: cert,
    start,
    stop,
    modify: (text) => ldapmodify(port, text),
    async dispose() {
      process.off('exit', killAndRemove)
      await stop()
      remove()
    },
  }
}

/** A server for the tests of one `describe`. */
export function useSlapd(...ldif: string[]): () => Slapd {
  let slapd: Slapd | undefined
  before(async () => {
    slapd = await startSlapd(...ldif)
  })
  after(() => slapd?.dispose())
  return () => slapd ?? raise('The directory is not there yet')
}

const raise = (message: string): never => {
  throw new Error(message)
}

/** The parameters that connect it, without encryption unless specified otherwise. */
export const connectionTo = ({ port }: Slapd) => ({
  host: '127.0.0.1',
  port,
  login: BIND_DN,
  password: BIND_PASSWORD,
  base_dn: SUFFIX,
})

const configuration = (dir: string): string =>
  [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    `pidfile ${dir}/slapd.pid`,
    `TLSCertificateFile ${dir}/cert.pem`,
    `TLSCertificateKeyFile ${dir}/key.pem`,
    // As many installations have it, and as it must not be of use to anyone who signs in.
    'allow bind_anon_cred',
    'database mdb',
    'maxsize 67108864',
    `suffix "${SUFFIX}"`,
    `rootdn "${BIND_DN}"`,
    `rootpw "${BIND_PASSWORD}"`,
    `directory ${dir}/db`,
    'index objectClass,uid,mail,entryUUID eq',
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by * read',
    '',
  ].join('\n')

async function ldapmodify(port: number, text: string): Promise<void> {
  const child = spawn('ldapmodify', [
    '-a',
    '-x',
    ...['-H', `ldap://127.0.0.1:${port}`, '-D', BIND_DN, '-w', BIND_PASSWORD],
  ])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
  child.stdin.end(`${text}\n`)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ldapmodify ended with ${code}:\n${said}`)
}

async function answers(port: number, server: ChildProcess): Promise<void> {
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`slapd ended with ${server.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  })
}

function nobody(): { uid: number; gid: number } {
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  if (uid === undefined) throw new Error('No account `nobody` to run slapd under')
  return { uid: Number(uid), gid: Number(gid) }
}
