import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files/files'
import { formatUtc, HOUR_MS, type Instant } from '@holdfast/api/time'
import { aFolder, expected, type Game, nameFor, nodesOf, pick, refusalsInto, refusalsOn } from './game.ts'
import { type ModelNode, type ModelRevision, sameContent, type TreeModel } from './tree-model.ts'

const CONTENTS = ['', 'one', 'two', 'three', 'x'.repeat(500), 'y'.repeat(9000)]
export const PIECES = CONTENTS.slice(1)

/** A file on its way, whichever way it takes. */
export interface Sent {
  pieces: readonly string[]
  created?: Instant
  modified?: Instant
  clientOp?: string
}

/** Into a folder, under a name. */
export interface Place {
  parent: number
  given: string
  name: string
  on_conflict: api.OnConflict | undefined
  /** What keeps it from becoming a file, beside what keeps it from being looked at. */
  inTheWay: Set<string>
}

/** To a file that is there. */
export interface Onto {
  node: ModelNode
  if_ver: number | undefined
  inTheWay: Set<string>
}

export type Goal = Place | Onto

export const asOnePiece = (content: string): string[] => (content === '' ? [] : [content])
export const aContent = (game: Game): Sent => ({ pieces: asOnePiece(pick(game, CONTENTS)) })

/** Sometimes a sender knows when a file was made or changed. */
export function withTimes(game: Game, goal: Goal, sent: Sent): Sent {
  if (game.random(3) > 0) return sent
  const modified = 'node' in goal && game.random(2) === 0 ? goal.node.modified : game.at - 2 * HOUR_MS
  return { ...sent, modified, ...(!('node' in goal) && { created: game.at - 3 * HOUR_MS }) }
}

export const timesOf = ({ created, modified }: Sent) => ({
  ...(created !== undefined && { created: formatUtc(created) }),
  ...(modified !== undefined && { modified: formatUtc(modified) }),
})

/** The name that an item gets which is to be renamed where its own is taken. */
export function numbered(tree: TreeModel, parent: number, name: string): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : withNumber(name, n)
    if (!tree.named(parent, candidate)) return candidate
  }
}

export function withNumber(name: string, n: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return `${stem} (${n})${extension}`
}

/** A place for a new file; `paths`: of a path as its name only the last part counts. */
export function aPlace(game: Game, refusals: Set<string>, paths: boolean): Place {
  const { tree, who, at } = game
  const parent = aFolder(game)
  const given = nameFor(game, 'file', refusals)
  const on_conflict = pick(game, [undefined, ...api.ON_CONFLICT])
  refusalsInto(game, parent, refusals)
  const isPath = paths && given === 'a/b'
  if (isPath) refusals.delete('invalid_name')
  const name = isPath ? 'b' : given
  const taken = tree.named(parent, name)
  const inTheWay = new Set<string>()
  if (taken && on_conflict === 'revision') {
    if (taken.kind === 'folder') inTheWay.add('name_conflict')
    else if (tree.lockedFor(who.id, taken, at)) inTheWay.add('resource_locked')
  } else if (taken && on_conflict !== 'rename') inTheWay.add('name_conflict')
  return { parent, given, name, on_conflict, inTheWay }
}

/** A file that gets a new content. */
export function aFile(game: Game, refusals: Set<string>): Onto | undefined {
  const files = nodesOf(game, 'file')
  if (files.length === 0) return undefined
  const node = pick(game, files)
  refusalsOn(game, node, refusals)
  const if_ver = pick(game, [undefined, node.ver, node.ver + 1])
  const inTheWay = new Set(if_ver !== undefined && if_ver !== node.ver ? ['ver_conflict'] : [])
  return { node, if_ver, inTheWay }
}

export const aGoal = (game: Game, refusals: Set<string>, paths: boolean): Goal =>
  (game.random(2) === 0 && aFile(game, refusals)) || aPlace(game, refusals, paths)

export const nameGoal = (goal: Goal): string =>
  'node' in goal
    ? `${goal.node.name}, if ${goal.if_ver}`
    : `${goal.name} in ${goal.parent} ${goal.on_conflict}`

/** What the model makes of a file that has arrived; the service must say the same. */
export function arrive(game: Game, goal: Goal, sent: Sent, answer: api.File): void {
  const { tree, at, who } = game
  const before = tree.seq
  const there =
    'node' in goal ? goal.node : goal.on_conflict === 'revision' && tree.named(goal.parent, goal.name)
  if (there) revise(game, there, sent, answer.revision_id)
  else if (!('node' in goal)) {
    const { parent, name } = goal
    const node = tree.add({ id: answer.id, kind: 'file', name: numbered(tree, parent, name), parent }, at)
    node.created = sent.created ?? at
    tree.write(node, revisionOf(sent, answer.revision_id, undefined, at), at)
  }
  const node = there || tree.node(answer.id)
  assert.deepEqual(answer, expected(game).file(node))
  const { clientOp } = sent
  if (clientOp !== undefined && tree.seq > before)
    tree.namedChanges.push({ by: who.id, name: clientOp, id: node.id, revision: tree.head(node) })
}

/** The same content again is no revision, unless it is said to be of another time. */
function revise({ tree, at }: Game, node: ModelNode, sent: Sent, id: number): void {
  const head = tree.head(node)
  const sameTime = sent.modified === undefined || sent.modified === node.modified
  if (!sameTime || !sameContent(head, sent)) tree.write(node, revisionOf(sent, id, head, at), at)
}

/** A revision with pieces in common with the one before counts the others, any other all. */
function revisionOf(
  { pieces, modified }: Sent,
  id: number,
  before: ModelRevision | undefined,
  at: Instant,
): ModelRevision {
  const size = (some: Iterable<string>) => [...some].join('').length
  const fresh = new Set(pieces.filter((piece) => !before?.pieces.includes(piece)))
  const shares = pieces.some((piece) => !fresh.has(piece))
  const image = shares ? { full: 0, delta: size(fresh) } : { full: size(pieces), delta: 0 }
  return { id, pieces, created: at, modified: modified ?? at, ...image }
}
