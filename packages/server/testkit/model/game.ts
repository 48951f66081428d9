import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Someone } from '../servers/world.ts'
import { Expected } from './expected.ts'
import type { Past } from './past.ts'
import type { ModelNode, TreeModel } from './tree-model.ts'

/** Someone who plays, with what the model needs to know. */
export interface Player {
  client: Someone
  id: number
  name: string
  administrator: boolean
}

export interface Game {
  tree: TreeModel
  /** What the root was. */
  past: Past
  /** Another root, which may have the same owner. */
  other: TreeModel
  /** Of the service. */
  url: string
  who: Player
  at: number
  random: (below: number) => number
}

/** One call, what it may be refused for, and what follows from its success. */
export interface Move {
  what: string
  /** Empty: it must succeed. Else it must fail, with one of these. */
  refusals: Set<string>
  call(): Promise<unknown>
  apply(answer: unknown): void
}

const NAMES = [
  'a',
  'B',
  'b',
  'Ä',
  'ä',
  'Straße',
  'STRASSE',
  'x.txt',
  'X.TXT',
  'y (2).txt',
  'y.txt',
  '日本',
  'z.tar.gz',
]
const BAD_NAMES: [string, string][] = [
  ['a/b', 'invalid_name'],
  ['con', 'invalid_name'],
  ['dot.', 'invalid_name'],
  ['..', 'invalid_name'],
]

export const pick = <T>({ random }: Game, from: readonly T[]): T => from[random(from.length)] as T
/** Mostly what is not deleted: else nearly all would be refused. */
export function nodesOf({ tree, random }: Game, kind?: ModelNode['kind']): ModelNode[] {
  const all = [...tree.nodes.values()].filter((node) => kind === undefined || node.kind === kind)
  const live = all.filter((node) => !tree.isDeleted(node))
  return random(8) === 0 || live.length === 0 ? all : live
}

export function nameFor(game: Game, kind: ModelNode['kind'], refusals: Set<string>): string {
  if (game.random(20) === 0) {
    const [name, code] = pick(game, BAD_NAMES)
    refusals.add(code)
    return name
  }
  if (game.random(25) === 0) {
    if (kind === 'file') refusals.add('invalid_extension')
    return 'program.EXE'
  }
  return pick(game, NAMES)
}

/** Nobody but the owner writes; for others nothing else is looked at. */
export const onlyOwner = ({ tree, who }: Game): Set<string> =>
  new Set(who.id === tree.owner ? [] : ['forbidden'])

/** What keeps someone from putting something into a folder; 0 is the top level. */
export function refusalsInto(game: Game, folder: number, refusals: Set<string>): void {
  const { tree, who, at } = game
  const node = folder === 0 ? undefined : tree.node(folder)
  if (node && tree.isDeleted(node)) refusals.add('not_found')
  if (tree.lockedFor(who.id, node, at)) refusals.add('resource_locked')
}

export const rootOf = ({ tree }: Game) => ({ root_id: tree.rootId as RootId })
export const aFolder = (game: Game): number => {
  const folders = nodesOf(game, 'folder')
  return game.random(4) === 0 || folders.length === 0 ? 0 : pick(game, folders).id
}

export const expected = ({ tree, who, at }: Game) => new Expected(tree, who.id, at)

/** What keeps someone from changing a node, if it must not be deleted. */
export function refusalsOn(game: Game, node: ModelNode, refusals: Set<string>): void {
  if (game.tree.isDeleted(node)) refusals.add('not_found')
  if (game.tree.lockedFor(game.who.id, node, game.at)) refusals.add('resource_locked')
}

export const pathTo = (game: Game, node: ModelNode) => ({
  ...rootOf(game),
  ...(node.kind === 'file' ? { file_id: node.id as EntryId } : { folder_id: node.id as EntryId }),
})

export function aNode(game: Game): ModelNode | undefined {
  const { tree, who, at, random } = game
  // Locks of others, and what is above them, are met too seldom by chance.
  const locked = [...tree.nodes.values()].filter((node) => tree.lockedBelow(who.id, [node], at))
  if (locked.length > 0 && random(4) === 0) {
    const node = pick(game, locked)
    return pick(game, [node, ...tree.above(node), ...tree.above(node)])
  }
  const nodes = nodesOf(game)
  return nodes.length === 0 ? undefined : pick(game, nodes)
}
