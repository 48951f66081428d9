import { getWebSettings, setWebSettings } from '@holdfast/api/files/preferences'
import { OneByOne } from '@holdfast/api/one-by-one'
import {
  chooseTheme,
  read,
  rememberLanguage,
  THEMES,
  themeChosen,
  write,
} from '../../platform/preferences.ts'
import { stayFor, toast } from '../../platform/toasts.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { Watched } from '../../platform/watched.ts'
import { call, callOnce } from '../service/api.ts'
import { problemOf } from '../service/errors.ts'
import { ownAccount, ownPersonId, type Session } from '../service/session.ts'

export const DENSITIES = ['comfortable', 'compact'] as const
export const TOAST_SECONDS = [8, 20, 60] as const
export const START_PAGES = ['files', 'recent', 'starred', 'team', 'shared'] as const

/** What someone has chosen for the app: kept with the account, and in this browser, where it acts at once. */
export type Settings = ReturnType<typeof settingsIn>
type Kept = Readonly<Record<string, unknown>>

const among = <T>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value)

const NO_STEPS: readonly string[] = []
const NO_COLUMNS: Readonly<Record<string, readonly string[]>> = {}
const columnsIn = (value: unknown): typeof NO_COLUMNS =>
  value !== null && typeof value === 'object' ? (value as typeof NO_COLUMNS) : NO_COLUMNS

/** What was kept as far as it is understood: an older or a newer app may have kept it. */
export const settingsIn = (kept: Kept) => ({
  /** Undefined: as this browser has it. */
  theme: among(THEMES, kept.theme),
  language: typeof kept.language === 'string' ? kept.language : undefined,
  density: among(DENSITIES, kept.density) ?? 'comfortable',
  /** Whether single letters do something. */
  letters: kept.letters !== false,
  toastSeconds: among(TOAST_SECONDS, kept.toastSeconds) ?? TOAST_SECONDS[0],
  start: among(START_PAGES, kept.start) ?? 'files',
  /** Steps of “Getting started” that were done and that nothing else tells. */
  steps: Array.isArray(kept.steps) ? kept.steps.filter((one) => typeof one === 'string') : NO_STEPS,
  /** Whether nobody needs “Getting started” any more. */
  started: kept.started === true,
  /** Of lists that administrators see, the columns that were chosen. */
  columns: columnsIn(kept.columns),
  /** The last thing that others shared which was seen under the bell. */
  sharedSeen: typeof kept.sharedSeen === 'number' ? kept.sharedSeen : 0,
})

let kept: Kept = {}
const current = new Watched(settingsIn(kept))
const place = () => `settings:${ownAccount()}`

export const getSettings = current.get
export const useSettings = (): Settings => useWatched(current)

function take(next: Kept): void {
  kept = next
  const settings = settingsIn(next)
  write(place(), JSON.stringify(next))
  document.documentElement.dataset.density = settings.density
  stayFor(settings.toastSeconds)
  if (settings.theme && settings.theme !== themeChosen()) chooseTheme(settings.theme)
  if (settings.language) rememberLanguage(settings.language)
  current.set(settings)
}

const parse = (text: string | null): Kept | undefined => {
  try {
    return JSON.parse(text ?? '') as Kept
  } catch {
    return undefined
  }
}

/** Only the first start in a browser waits for them. Guests have none but those of the browser. */
export async function loadSettings({ person_id, duty }: Session): Promise<void> {
  const here = parse(read(place()))
  if (here) take(here)
  if (person_id === null || duty !== null) return
  const before = kept
  const fresh = callOnce(getWebSettings, { person_id }).then(
    (answer) => kept === before && take(answer.settings), // Nothing was chosen meanwhile.
    () => {}, // The app works without.
  )
  if (!here) await fresh
}

const saving = new OneByOne()

/** Acts at once; what else is kept with the account stays. Resolves when it is kept there, or was found to fail. */
export function changeSettings(change: Partial<Settings>): Promise<unknown> {
  take({ ...kept, ...change })
  const person_id = ownPersonId()
  if (person_id === undefined) return Promise.resolve()
  // One after the other: each is sent as a whole.
  return saving.run(async () => {
    try {
      const earlier = await call(getWebSettings, { person_id })
      await call(setWebSettings, { person_id, settings: { ...earlier.settings, ...change } })
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  })
}

export const chooseLanguage = (language: string): void =>
  void changeSettings({ language }).then(() => location.reload())
