import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { FLAGS, PROGRAM } from './agent.ts'
import { startAlone } from './alone.ts'
import { countBytes } from './count-bytes.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'

/** Two programs that keep two folders equal. */
export interface Pair {
  readonly name: string
  readonly folders: readonly [string, string]
  readonly pids: readonly number[]
  /** Between them, where there is one. */
  readonly server: number | undefined
  /** Bytes that the first has sent and the second got so far. */
  bytes(): Promise<readonly [sent: number, received: number]>
  stop(): Promise<void>
}

export async function startHoldfastPair(options: Options, dir: string, signal: AbortSignal): Promise<Pair> {
  const resources = new AsyncDisposableStack()
  const { server } = await startAlone(options, signal, resources)
  const trusted = path.join(dir, 'trusted.pem')
  writeFileSync(trusted, getCACertificates('default').join('\n'))
  const started = []
  for (const name of ['one', 'other']) {
    const line = await countBytes(server.port)
    resources.defer(() => line.close())
    const [home, folder] = [path.join(dir, `home ${name}`), path.join(dir, name)]
    mkdirSync(folder)
    const agent = (...args: string[]) => [...FLAGS, PROGRAM, '--home', home, ...args]
    const { email, password } = ACCOUNT
    const login = agent('login', line.url, '--email', email, '--password-stdin', '--ca', trusted)
    await run(login, `${password}\n`)
    await run(agent('roots', 'add', 'own', folder))
    const child = spawn(process.execPath, agent('run'), { stdio: 'ignore' })
    resources.defer(() => ended(child))
    started.push({ line, folder, pid: child.pid ?? 0 })
  }
  const [one, other] = started as [(typeof started)[0], (typeof started)[0]]
  await delay(STARTED_MS)
  return {
    name: 'Holdfast',
    folders: [one.folder, other.folder],
    pids: [one.pid, other.pid],
    server: server.pid,
    bytes: async () => [one.line.total.up, other.line.total.down],
    stop: () => resources.disposeAsync(),
  }
}

/** Both have looked at their empty folders by then. */
const STARTED_MS = 5000
const PORTS = { listen: 22_001, api: 18_385 }

export async function startSyncthingPair(_: Options, dir: string): Promise<Pair> {
  const resources = new AsyncDisposableStack()
  const devices = ['one', 'other'].map((name, n) => {
    const home = path.join(dir, `home ${name}`)
    mkdirSync(path.join(dir, name))
    execFileSync('syncthing', ['generate', '--no-default-folder', `--home=${home}`], { stdio: 'ignore' })
    const id = execFileSync('syncthing', ['--device-id', `--home=${home}`], { encoding: 'utf8' }).trim()
    return { home, id, folder: path.join(dir, name), listen: PORTS.listen + n, api: PORTS.api + n }
  })
  const children = devices.map((device) => {
    writeFileSync(path.join(device.home, 'config.xml'), configOf(device, devices))
    // Else a process would watch over the one that does the work.
    const env = { ...process.env, STMONITORED: 'yes', STNOUPGRADE: '1' }
    const args = ['serve', '--no-browser', `--home=${device.home}`]
    const child = spawn('syncthing', args, { stdio: 'ignore', env })
    resources.defer(() => ended(child))
    return child
  })
  const total = async ({ api }: Device) => {
    const answer = await fetch(`http://127.0.0.1:${api}/rest/system/connections`, {
      headers: { 'x-api-key': KEY },
    })
    const told = (await answer.json()) as { total: { inBytesTotal: number; outBytesTotal: number } }
    return told.total
  }
  await delay(2 * STARTED_MS)
  const [one, other] = devices as [Device, Device]
  return {
    name: 'Syncthing',
    folders: [one.folder, other.folder],
    pids: children.map(({ pid }) => pid ?? 0),
    server: undefined,
    bytes: async () => [(await total(one)).outBytesTotal, (await total(other)).inBytesTotal],
    stop: () => resources.disposeAsync(),
  }
}

interface Device {
  readonly home: string
  readonly id: string
  readonly folder: string
  readonly listen: number
  readonly api: number
}
const KEY = 'bench'

/** As it comes, but for finding others. Its delay is the shortest it takes. */
function configOf(own: Device, all: readonly Device[]): string {
  const version = /<configuration version="(\d+)"/.exec(
    readFileSync(path.join(own.home, 'config.xml'), 'utf8'),
  )
  const devices = all.map(
    ({ id, listen }, n) =>
      `<device id="${id}" name="${n}"><address>tcp://127.0.0.1:${listen}</address></device>`,
  )
  const inFolder = all.map(({ id }) => `<device id="${id}"></device>`)
  return `<configuration version="${version?.[1] ?? '36'}">
<folder id="bench" label="bench" path="${own.folder}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1">
${inFolder.join('')}</folder>${devices.join('')}
<gui enabled="true" tls="false"><address>127.0.0.1:${own.api}</address><apikey>${KEY}</apikey></gui>
<options><listenAddress>tcp://127.0.0.1:${own.listen}</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
<localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
<urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH><crashReportingEnabled>false</crashReportingEnabled>
<startBrowser>false</startBrowser></options></configuration>
`
}

/** Not at once: what is counted passes through this process. */
async function run(args: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
