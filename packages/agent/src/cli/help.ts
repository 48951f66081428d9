import { COMMAND_HELP, type CommandHelp, type CommandName, HELP } from '../words/help.ts'

const OWN_INDENT = 7

export const usageOf = (name: CommandName): string =>
  COMMAND_HELP[name].usage.map((way) => `holdfast-agent ${way}`).join(`\n${' '.repeat(OWN_INDENT)}`)

export function helpOn(name: CommandName): string {
  const { does, more, options, after, example }: CommandHelp = COMMAND_HELP[name]
  return [
    `Usage: ${usageOf(name)}`,
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...(more ? ['', more] : []),
    ...(options ? ['', 'Options:', ...inColumns(options)] : []),
    ...(after ? ['', after] : []),
    '',
    'Example:',
    `  ${example}`,
  ].join('\n')
}

function inColumns(rows: Readonly<Record<string, string>>): string[] {
  const width = Math.max(...Object.keys(rows).map((first) => first.length)) + 2
  return Object.entries(rows).map(([first, text]) => `  ${first.padEnd(width)}${text}`)
}

export function allHelp(): string {
  const commands = Object.entries(COMMAND_HELP).map(([name, { does }]) => [name, does])
  const { introduction, usage, moreHelp, home } = HELP
  const list = inColumns(Object.fromEntries([...commands, ['help [<command>]', HELP.about]]))
  return [introduction, '', usage, '', HELP.commands, ...list, '', moreHelp, '', home].join('\n')
}
