import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ENVIRONMENT } from './environment.ts'
import type { Home } from './home.ts'
import { programFile } from './place.ts'

export const UNIT = 'holdfast-agent.service'

/**
 * What is made for a moment only, as most at a look, is let go of after so many MiB: V8 would wait for ten times as many. And what
 * became garbage later goes when it is two fifths of what is needed: V8 would wait for twice as much as is needed.
 */
const SPARING = ['--max-semi-space-size=4', '--heap-growing-percent=40']

/** By the command of its place, which has the options in it; sources, which have none, by Node and their file. */
const startCommand = (home: Home, command: string | undefined): string[] => [
  ...(command === undefined ? [process.execPath, ...SPARING, programFile()] : [command]),
  ...['--home', home.folder, 'run'],
]

/** What systemd would take for something else than a letter is written so that it does not. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

export const unitText = (home: Home, command: string | undefined, isSystem: boolean): string => `[Unit]
Description=Holdfast agent: syncs files with the server
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${startCommand(home, command).map(quoted).join(' ')}
Restart=always
RestartSec=5
Nice=10
IOSchedulingClass=idle

[Install]
WantedBy=${isSystem ? 'multi-user' : 'default'}.target
`

/** Gives the file. */
export function writeUnit(home: Home, command: string | undefined, isSystem: boolean): string {
  const folder = isSystem ? '/etc/systemd/system' : path.join(ENVIRONMENT.configFolder, 'systemd/user')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, UNIT)
  writeFileSync(file, unitText(home, command, isSystem))
  return file
}

/** What systemd answered, or that there is none that answers this account. */
export type SystemdAnswer = 'done' | 'none' | { readonly problem: string }

/** After `su` or `sudo`, a session does not know where the systemd of its account listens, though it may be there. */
export function systemctl(isSystem: boolean, args: readonly string[]): SystemdAnswer {
  const usual = `/run/user/${process.getuid?.()}`
  const runtime = ENVIRONMENT.runtimeFolder ?? (existsSync(usual) ? usual : undefined)
  const words = [...(isSystem ? [] : ['--user']), ...args]
  const { error, status, stderr } = spawnSync(
    '/usr/bin/env',
    [...(runtime === undefined ? [] : [`XDG_RUNTIME_DIR=${runtime}`]), ...['systemctl', ...words]],
    { encoding: 'utf8' },
  )
  if (error || NO_COMMAND.includes(status ?? 0)) return 'none'
  if (status === 0) return 'done'
  return NO_SYSTEMD.test(stderr) ? 'none' : { problem: `systemctl ${words.join(' ')}: ${stderr.trim()}` }
}

/** As env says it. */
const NO_COMMAND = [126, 127]
const NO_SYSTEMD = /connect to bus|not been booted with systemd|No medium found|host is down/i
