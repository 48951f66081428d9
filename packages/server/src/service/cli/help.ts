import { SETTINGS } from '../../platform/config/settings.ts'
import {
  COMMANDS,
  type CommandHelp,
  type CommandName,
  INTRODUCTION,
  MORE_HELP,
  SETTINGS_TITLE,
} from '../words/help.ts'
import { USAGE } from './called-as.ts'

export const usageOf = (name: CommandName): string =>
  COMMANDS[name].usage.map((way) => `holdfast ${way}`).join('\n       ')

export function helpOn(name: CommandName): string {
  const { does, more, options, after, example }: CommandHelp = COMMANDS[name]
  return [
    `Usage: ${usageOf(name)}`,
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...(more ? ['', more] : []),
    ...(options ? ['', 'Options:', ...optionLines(options)] : []),
    ...(after ? ['', after] : []),
    '',
    'Example:',
    `  ${example}`,
  ].join('\n')
}

function optionLines(options: Readonly<Record<string, string>>): string[] {
  const width = Math.max(...Object.keys(options).map((option) => option.length)) + 2
  return Object.entries(options).map(([option, text]) => `  ${option.padEnd(width)}${text}`)
}

export function allHelp(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2
  const commands = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(width)}${does}`)
  const settings = Object.entries(SETTINGS).map(([name, setting]) => {
    const fallback = 'fallback' in setting ? ` [${setting.fallback}]` : ''
    return `  ${name.padEnd(24)} ${setting.help}${fallback}`
  })
  return `${INTRODUCTION}

${USAGE}

Commands:
${commands.join('\n')}

${MORE_HELP}

${SETTINGS_TITLE}
${settings.join('\n')}`
}
