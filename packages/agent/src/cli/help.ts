import type { Command } from './command.ts'

const USAGE_WIDTH = 26
const OWN_INDENT = 7

export const usageOf = ({ usage }: Command): string =>
  usage.map((way) => `holdfast-agent ${way}`).join(`\n${' '.repeat(OWN_INDENT)}`)

export function helpOn(command: Command): string {
  const { does, more } = command
  return [
    `Usage: ${usageOf(command)}`,
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...(more ? ['', more] : []),
  ].join('\n')
}

export function allHelp(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(USAGE_WIDTH)}${does}`)
  return `holdfast-agent: keeps folders of this device and files of a Holdfast service the same.

Usage: holdfast-agent [--home <folder>] <command> [<arguments>]

Commands:
${lines.join('\n')}
  ${'help [<command>]'.padEnd(USAGE_WIDTH)}this text, or more about one command

--home <folder> keeps everything of one agent in that folder (or HOLDFAST_AGENT_HOME), so that several can
live on one machine. Exit codes: 0 all is well, 1 there are problems, 2 no agent runs.`
}

/** The command that was probably meant: one that begins as what was typed does, but for its last letters. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(typed.slice(0, Math.max(2, typed.length - 2))))
}
