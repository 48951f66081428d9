import type { ParseArgsConfig } from 'node:util'
import type { Home } from '../service/home.ts'
import type { AgentMethods } from '../service/methods.ts'
import { UserError } from '../service/user-error.ts'
import { USING } from '../words/commands.ts'
import { asTyped } from './as-typed.ts'

export interface Command {
  readonly options?: ParseArgsConfig['options']
  /** Gives the exit code. */
  readonly run: (call: Call) => Promise<number>
}

/** Asks the agent that runs, or else one that is opened for this. */
export type Ask = <Name extends keyof AgentMethods>(
  method: Name,
  params: Parameters<AgentMethods[Name]>[0],
  heard?: (news: unknown) => void,
) => Promise<Awaited<ReturnType<AgentMethods[Name]>>>

export interface Call {
  readonly home: Home
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly args: readonly string[]
  readonly ask: Ask
  /** Whether an agent runs with this home. */
  readonly isRunning: () => Promise<boolean>
  readonly misused: () => never
}

export function textOption({ options }: Call, name: string): string | undefined {
  const given = options[name]
  return typeof given === 'string' ? given : undefined
}

export const isSet = ({ options }: Call, name: string): boolean => options[name] === true

export const refuse = (usage: string): never => {
  throw new UserError(USING.usage(usage))
}

export const say = (text: string): void => {
  process.stdout.write(`${asTyped(text)}\n`)
}

/** For programs. */
export const sayJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
