import { type KeyNames, type Place, SHORTCUTS, type Shortcut, written } from './shortcuts.ts'

/** What keys do that are no shortcuts: with the arrows, and as part of a name. */
export type Habit = 'range' | 'type'

export interface HelpRow {
  name: Shortcut | Habit
  /** Each does it. */
  keys: readonly string[]
}
export interface HelpPart {
  place: Place
  rows: readonly HelpRow[]
}

const HABITS: readonly HelpRow[] = [
  { name: 'range', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
  { name: 'type', keys: ['A', 'B', 'C', '…'] },
]

/** All shortcuts by their places, made of the table. What counts in several places is told at the first. */
export function helpOf(letters: boolean, isMac: boolean, keyNames: KeyNames = {}): readonly HelpPart[] {
  const places = Object.keys(SHORTCUTS) as Place[]
  const told = new Set<string>()
  const asWritten = ({ name, keys }: HelpRow): HelpRow[] =>
    keys.length === 0 ? [] : [{ name, keys: keys.map((one) => written(one, isMac, keyNames)) }]
  return places.map((place) => {
    const names = (Object.keys(SHORTCUTS[place]) as Shortcut[]).filter((name) => !told.has(name))
    const rows = names.flatMap((name): HelpRow[] => {
      told.add(name)
      const all: Record<string, string> = SHORTCUTS[place]
      return asWritten({
        name,
        keys: (all[name] ?? '').split(' ').filter((one) => letters || one.length > 1),
      })
    })
    return { place, rows: place === 'list' ? [...rows, ...HABITS.flatMap(asWritten)] : rows }
  })
}
