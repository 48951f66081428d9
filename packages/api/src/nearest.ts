/** The name that was probably meant by what was typed, if one is near enough. */
export function nearest<Name extends string>(typed: string, names: readonly Name[]): Name | undefined {
  const [best] = names
    .map((name) => ({ name, steps: distance(typed, name) }))
    .sort((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
}

/** How many letters must be put in, taken out or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + Number(letter !== to[j - 1]),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
