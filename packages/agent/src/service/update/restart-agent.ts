import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { askBySocket, connectTo } from '../control.ts'
import type { Home } from '../home.ts'
import type { Place } from '../place.ts'
import type { RunningProgram } from '../program-methods.ts'

/** An agent with much to look at takes its time to start; one that is dead is noticed sooner. */
const UP_MS = 60_000
/** Systemd starts what it looks after again after 5 seconds. */
const SUPERVISOR_MS = 30_000
const LOOK_MS = 100

/** Which program answers commands; undefined where none does. */
export async function askProgram(home: Home): Promise<RunningProgram | undefined> {
  const socket = await connectTo(home.socket)
  if (!socket) return undefined
  return (await askBySocket(socket, 'program', {}, () => {}).catch(() => undefined)) as
    | RunningProgram
    | undefined
}

/** Has the agent that runs become the current version. Gives whether that one came up and answers. */
export async function restartAgent(home: Home, running: RunningProgram, version: string): Promise<boolean> {
  const socket = await connectTo(home.socket)
  if (socket) await askBySocket(socket, 'restart', {}, () => {}).catch(() => undefined)
  const isUp = await untilAnswering(home, version, UP_MS, () => isAlive(running.pid))
  // One that neither works nor ends would keep the next one from the home.
  if (!isUp) await end(running.pid)
  return isUp
}

/** Starts the current version where none runs: its service manager does, or else we do. */
export async function startAgent(
  home: Home,
  place: Place,
  { version, isSupervised }: { version: string; isSupervised: boolean },
): Promise<boolean> {
  if (isSupervised && (await untilAnswering(home, version, SUPERVISOR_MS, () => true))) return true
  startDetached(place.command, home)
  return untilAnswering(home, version, UP_MS, () => true)
}

/** It continues when the process that started it is gone. */
function startDetached(command: string, home: Home): void {
  spawn(command, ['--home', home.folder, 'run'], { detached: true, stdio: 'ignore', cwd: '/' }).unref()
}

/** Starts it if it does not run. Gives whether it answers. */
export async function startInBackground(home: Home, command: string): Promise<boolean> {
  if (await askProgram(home)) return true
  startDetached(command, home)
  for (let waited = 0; waited < UP_MS; waited += LOOK_MS) {
    if (await askProgram(home)) return true
    await wait(LOOK_MS)
  }
  return false
}

/** Ends one that runs by itself; what the system started is the system's to end. */
export async function stopAgent(home: Home): Promise<void> {
  const running = await askProgram(home)
  if (running && !running.isSupervised) await end(running.pid)
}

async function untilAnswering(
  home: Home,
  version: string,
  patienceMs: number,
  mayCome: () => boolean,
): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += LOOK_MS) {
    if ((await askProgram(home))?.version === version) return answersStatus(home)
    if (!mayCome()) return false
    await wait(LOOK_MS)
  }
  return false
}

async function answersStatus(home: Home): Promise<boolean> {
  const socket = await connectTo(home.socket)
  if (!socket) return false
  return askBySocket(socket, 'status', {}, () => {}).then(
    () => true,
    () => false,
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function end(pid: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    for (let waited = 0; waited < 5000 && isAlive(pid); waited += LOOK_MS) await wait(LOOK_MS)
  }
}
