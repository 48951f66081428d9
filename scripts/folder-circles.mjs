// Folders that import each other, at every level: below each folder, its subfolders with all that is in them and its own
// files taken together import each other in no circle. dependency-cruiser lets a folder and one in it pass.
import path from 'node:path'

const { dirname } = path.posix

/** Below all wings and above them: files that are no part of their folder. */
const ALONE = /^packages\/(server\/src\/errors|[^/]+\/src\/main)\.tsx?$/

/** By file, what it imports, as paths. Gives each circle as its folders, and an import for each way between two of them. */
export function findFolderCircles(imports) {
  return [...waysByLevel(imports).values()].flatMap((ways) =>
    circlesIn(ways).map((folders) => ({
      folders: folders.sort(),
      imports: folders.flatMap((from) => folders.flatMap((to) => ways.get(from)?.get(to) ?? [])),
    })),
  )
}

/** For each folder, who in it imports whom in it, with one import that shows it. */
function waysByLevel(imports) {
  const levels = new Map()
  for (const [file, targets] of imports)
    for (const target of targets) {
      const level = commonFolder(file, target)
      const [from, to] = [partOf(level, file), partOf(level, target)]
      if (from === to) continue
      const ways = levels.get(level) ?? new Map()
      const onward = ways.get(from) ?? new Map()
      if (!onward.has(to)) onward.set(to, `${file} → ${target}`)
      levels.set(level, ways.set(from, onward))
    }
  return levels
}

function commonFolder(file, target) {
  let folder = dirname(file)
  while (!target.startsWith(`${folder}/`)) folder = dirname(folder)
  return folder
}

/** The subfolder of `level` that a file is in, or `level` itself for its own files. */
function partOf(level, file) {
  if (ALONE.test(file)) return file
  return dirname(file) === level ? level : `${level}/${file.slice(level.length + 1).split('/')[0]}`
}

/** Those that reach each other, in groups: small graphs, so plainly. */
function circlesIn(ways) {
  const reached = new Map([...ways.keys()].map((one) => [one, reachableFrom(ways, one)]))
  const circles = []
  const grouped = new Set()
  for (const [one, others] of reached) {
    if (!others.has(one) || grouped.has(one)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(one))
    for (const member of circle) grouped.add(member)
    circles.push(circle)
  }
  return circles
}

function reachableFrom(ways, start) {
  const seen = new Set()
  const next = [start]
  for (let one = next.pop(); one !== undefined; one = next.pop())
    for (const to of ways.get(one)?.keys() ?? [])
      if (!seen.has(to)) {
        seen.add(to)
        next.push(to)
      }
  return seen
}
