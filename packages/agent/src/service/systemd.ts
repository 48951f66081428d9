import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isSea } from 'node:sea'
import { ENVIRONMENT } from './environment.ts'
import type { Home } from './home.ts'

export const UNIT = 'holdfast-agent.service'

/**
 * What is made for a moment only, as most at a look, is let go of after so many MiB: V8 would wait for ten times as many. And what
 * became garbage later goes when it is two fifths of what is needed: V8 would wait for twice as much as is needed.
 */
const SPARING = ['--max-semi-space-size=4', '--heap-growing-percent=40']

/** How this very program is started again: by Node and a file, or as a program of its own, which has the options in it. */
const startCommand = (home: Home): string[] => [
  process.execPath,
  ...(isSea() ? [] : [...SPARING, path.resolve(process.argv[1] ?? '')]),
  ...['--home', home.folder, 'run'],
]

/** What systemd would take for something else than a letter is written so that it does not. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

export const unitText = (home: Home, isSystem: boolean): string => `[Unit]
Description=Holdfast agent: keeps files in step with the service
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${startCommand(home).map(quoted).join(' ')}
Restart=always
RestartSec=5
Nice=10
IOSchedulingClass=idle

[Install]
WantedBy=${isSystem ? 'multi-user' : 'default'}.target
`

/** Gives the file. */
export function writeUnit(home: Home, isSystem: boolean): string {
  const folder = isSystem ? '/etc/systemd/system' : path.join(ENVIRONMENT.configFolder, 'systemd/user')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, UNIT)
  writeFileSync(file, unitText(home, isSystem))
  return file
}
