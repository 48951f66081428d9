import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { nearest } from '@holdfast/api/nearest'
import { askBySocket, connectTo } from '../service/control.ts'
import { Home } from '../service/home.ts'
import { HomeInUse } from '../service/lock.ts'
import { UserError } from '../service/user-error.ts'
import { USING } from '../words/commands.ts'
import type { CommandName } from '../words/help.ts'
import { allow, disallow } from './allow.ts'
import { backup } from './backup.ts'
import type { Ask, Call, Command } from './command.ts'
import { refuse, say } from './command.ts'
import { doctor } from './doctor.ts'
import { allHelp, helpOn, usageOf } from './help.ts'
import { install } from './install.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { ls } from './ls.ts'
import { name } from './name.ts'
import { open } from './open.ts'
import { pause, resume } from './pause.ts'
import { restore } from './restore.ts'
import { roots } from './roots.ts'
import { rules } from './rules.ts'
import { run } from './run.ts'
import { select } from './select.ts'
import { status } from './status.ts'
import { sync } from './sync.ts'
import { trash } from './trash.ts'
import { update } from './update.ts'
import { verify } from './verify.ts'
import { version } from './version.ts'

const TRIES = 50
const AGAIN_MS = 200

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  login,
  logout,
  roots,
  status,
  open,
  sync,
  select,
  ls,
  pause,
  resume,
  rules,
  trash,
  name,
  verify,
  backup,
  restore,
  allow,
  disallow,
  doctor,
  install,
  update,
  run,
  version,
}

/** Runs one command and gives its exit code. */
export async function runCommand(given: readonly string[]): Promise<number> {
  const { home: homeGiven, words } = takeHome(given)
  const [typed, rest] = takeName(words)
  if (typed === undefined || typed === 'help') {
    const about = typed === 'help' ? rest.find((word) => !word.startsWith('-')) : undefined
    say(about === undefined ? allHelp() : helpOn(known(about)))
    return 0
  }
  const wanted = known(typed)
  if (rest.includes('--help') || rest.includes('-h')) {
    say(helpOn(wanted))
    return 0
  }
  const command = COMMANDS[wanted]
  const usage = usageOf(wanted)
  const { values, positionals } = parse(command, rest, usage)
  const home = Home.open(homeGiven)
  const call: Call = {
    home,
    options: values,
    args: positionals,
    ask: asker(home),
    isRunning: async () => {
      const socket = await connectTo(home.socket)
      socket?.destroy()
      return socket !== undefined
    },
    misused: () => refuse(usage),
  }
  return command.run(call)
}

/** Wherever it stands. */
function takeHome(given: readonly string[]): { home: string | undefined; words: string[] } {
  const at = given.findIndex((word) => word === '--home' || word.startsWith('--home='))
  if (at === -1) return { home: undefined, words: [...given] }
  const isApart = given[at] === '--home'
  const home = isApart ? given[at + 1] : given[at]?.slice('--home='.length)
  if (!home) throw new UserError(USING.noHome)
  return { home, words: given.toSpliced(at, isApart ? 2 : 1) }
}

/** The first word that is no option. */
function takeName(words: readonly string[]): [string | undefined, string[]] {
  if (words.includes('--version')) return ['version', []]
  const at = words.findIndex((word) => !word.startsWith('-'))
  return at === -1 ? [undefined, [...words]] : [words[at], words.toSpliced(at, 1)]
}

function parse(command: Command, args: string[], usage: string) {
  try {
    return parseArgs({ args, options: command.options ?? {}, allowPositionals: true })
  } catch (error) {
    throw new UserError(USING.misused(String((error as Error).message.split('. ')[0]), usage))
  }
}

function known(typed: string): CommandName {
  if (Object.hasOwn(COMMANDS, typed)) return typed as CommandName
  throw new UserError(USING.unknown(typed, nearest(typed, Object.keys(COMMANDS))))
}

function asker(home: Home): Ask {
  return (async (method: string, params: object, heard: (news: unknown) => void = () => {}) => {
    for (let tries = 1; ; tries++) {
      const socket = await connectTo(home.socket)
      if (socket) return askBySocket(socket, method, params, heard)
      try {
        return await askHere(home, method, params, heard)
      } catch (error) {
        // One that starts, or stops, holds the home and does not hear yet, or any more.
        if (!(error instanceof HomeInUse) || tries === TRIES) throw error
        await wait(AGAIN_MS)
      }
    }
  }) as Ask
}

async function askHere(home: Home, method: string, params: object, heard: (news: unknown) => void) {
  const [{ Agent }, { callMethod }] = await Promise.all([
    import('../service/agent.ts'),
    import('../service/call-method.ts'),
  ])
  const agent = await Agent.open(home)
  try {
    return await callMethod(agent, { method, params }, heard)
  } finally {
    await agent.close()
  }
}
