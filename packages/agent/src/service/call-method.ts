import path from 'node:path'
import { DEEDS, type Deed } from '../device/gate/rules.ts'
import { CONTROL } from '../words/commands.ts'
import type { Tell } from './control.ts'
import type { AgentMethods } from './methods.ts'
import { UserError } from './user-error.ts'

/**
 * Does what a command asks of an agent. These are all methods there are, each with what it takes: nothing else of the agent can
 * be called by a name that comes from elsewhere, and nothing is done with arguments that are missing, wrong or not known.
 */
export async function callMethod(
  agent: AgentMethods,
  { method, params }: { method: unknown; params: unknown },
  tell: Tell,
): Promise<unknown> {
  const given = new Arguments(params)
  // Or anything else: that is for the last case.
  const name = method as keyof AgentMethods
  switch (name) {
    case 'status':
      return agent.status(given.end({}))
    case 'sync':
      return agent.sync(given.end({}), tell)
    case 'pause':
      return agent.pause(given.end({}))
    case 'resume':
      return agent.resume(given.end({ confirm: given.flag('confirm'), bringBack: given.flag('bringBack') }))
    case 'acceptRules':
      return agent.acceptRules(given.end({ root: given.maybeText('root') }))
    case 'addRoot':
      return agent.addRoot(given.end({ root: given.text('root'), folder: given.folder('folder') }))
    case 'removeRoot':
      return agent.removeRoot(given.end({ root: given.text('root') }))
    case 'setBase':
      return agent.setBase(given.end({ folder: given.folderOrNull('folder') }))
    case 'select': {
      const selected = given.flag('selected')
      return agent.select(given.end({ root: given.text('root'), path: given.text('path'), selected }))
    }
    case 'list':
      return agent.list(given.end({ root: given.maybeText('root'), path: given.text('path') }))
    case 'listBin':
      return agent.listBin(given.end({}))
    case 'bringBack':
      return agent.bringBack(given.end({ id: given.text('id') }))
    case 'emptyBin':
      return agent.emptyBin(given.end({}))
    case 'verify':
      return agent.verify(given.end({ root: given.maybeText('root') }), tell)
    case 'doctor':
      return agent.doctor(given.end({}))
    case 'backUp':
      return agent.backUp(given.end({ backup: given.maybeText('backup'), confirm: given.flag('confirm') }))
    case 'restore': {
      const what = { backup: given.text('backup'), folder: given.folder('folder') }
      const how = { before: given.maybeText('before'), overwrite: given.flag('overwrite') }
      return agent.restore(given.end({ ...what, ...how, machine: given.maybeNumber('machine') }), tell)
    }
    case 'listAllowed':
      return agent.listAllowed(given.end({}))
    case 'allow':
      return agent.allow(given.end({ folder: given.folder('folder'), deeds: given.deeds('deeds') }))
    case 'disallow':
      return agent.disallow(given.end({ folder: given.folder('folder') }))
    case 'takeSignIn':
      return agent.takeSignIn(given.end({}))
    case 'logout':
      return agent.logout(given.end({}))
    default:
      name satisfies never
      throw new UserError(CONTROL.otherVersion(named(method)))
  }
}

const named = (method: unknown): string =>
  typeof method === 'string' ? `“${method.slice(0, 100)}”` : CONTROL.request

/** What a method was called with, each looked at before it is used. */
class Arguments {
  readonly #given: ReadonlyMap<string, unknown>
  readonly #taken = new Set<string>()

  constructor(params: unknown) {
    if (typeof params !== 'object' || params === null || Array.isArray(params))
      throw new UserError(CONTROL.unreadable)
    this.#given = new Map(Object.entries(params))
  }

  /** What was read, where that is all that was given: one that is not known may say how much is to be done. */
  end<T extends object>(read: T): T {
    for (const [name, value] of this.#given)
      if (value !== undefined && !this.#taken.has(name))
        throw new UserError(CONTROL.unknownArgument(name.slice(0, 100)))
    return read
  }

  text = (name: string): string => this.#take(name, isText)
  flag = (name: string): boolean => this.#take(name, (value) => typeof value === 'boolean')
  folder = (name: string): string => this.#take(name, isFolder)
  folderOrNull = (name: string): string | null =>
    this.#take(name, (value) => value === null || isFolder(value))
  maybeText = (name: string): string | undefined =>
    this.#take(name, (value) => value === undefined || isText(value))
  deeds = (name: string): readonly Deed[] => this.#take(name, isDeeds)
  maybeNumber = (name: string): number | undefined =>
    this.#take(name, (value) => value === undefined || isNumber(value))

  #take<T>(name: string, fits: (value: unknown) => value is T): T {
    this.#taken.add(name)
    const value = this.#given.get(name)
    if (!fits(value)) throw new UserError(CONTROL.badArgument(name))
    return value
  }
}

/** No system call takes a NUL. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')
/** The agent that runs is elsewhere than the person who asks. */
const isFolder = (value: unknown): value is string => isText(value) && path.isAbsolute(value)
const isDeeds = (value: unknown): value is readonly Deed[] =>
  Array.isArray(value) && value.every((one) => DEEDS.includes(one))
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
