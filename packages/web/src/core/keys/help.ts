import { onMac, type Place, SHORTCUTS, type Shortcut } from './shortcuts.ts'

/** What keys do that are no shortcuts: with the arrows, and as part of a name. */
export type Habit = 'range' | 'type'

export interface HelpRow {
  name: Shortcut | Habit
  keys: string
}
export interface HelpPart {
  place: Place
  rows: readonly HelpRow[]
}

const HABITS: readonly HelpRow[] = [
  { name: 'range', keys: 'Shift' },
  { name: 'type', keys: 'a b c …' },
]

/** Where keyboards write something else than browsers say. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  ContextMenu: 'Menu',
}

/** A shortcut of the table as keyboards write it. */
export const written = (keys: string, isMac: boolean): string =>
  onMac(keys, isMac)
    .split('+')
    .map((part) => NAMES[part] ?? part)
    .join('+')

/** All shortcuts by their places, made of the table. What counts in several places is told at the first. */
export function helpOf(letters: boolean, isMac: boolean): readonly HelpPart[] {
  const places = Object.keys(SHORTCUTS) as Place[]
  const told = new Set<string>()
  return places.map((place) => {
    const names = (Object.keys(SHORTCUTS[place]) as Shortcut[]).filter((name) => !told.has(name))
    const rows = names.flatMap((name): HelpRow[] => {
      told.add(name)
      const all: Record<string, string> = SHORTCUTS[place]
      const keys = (all[name] ?? '').split(' ').filter((one) => letters || one.length > 1)
      // What is one of several stands beside the others; what has a plus in it stands apart.
      const between = keys.some((one) => one.includes('+')) ? ', ' : ' '
      return keys.length === 0 ? [] : [{ name, keys: keys.map((one) => written(one, isMac)).join(between) }]
    })
    return { place, rows: place === 'list' ? [...rows, ...HABITS] : rows }
  })
}
