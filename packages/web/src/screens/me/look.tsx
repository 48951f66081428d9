import {
  changeSettings,
  DENSITIES,
  START_PAGES,
  TOAST_SECONDS,
  useSettings,
} from '../../data/account/settings.ts'
import type { Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { THEMES, themeChosen } from '../../platform/preferences.ts'
import { CheckField, Choice, SelectField } from '../../ui/field.tsx'

/** How the app looks and behaves. Each choice acts at once. */
export function Look({ session }: { session: Session }) {
  const { density, letters, toastSeconds, start } = useSettings()
  const words = t.account.look
  const startOf = {
    files: t.navigation.myFiles,
    recent: t.find.recent,
    starred: t.find.starred,
    team: t.navigation.team,
    shared: t.navigation.shared,
  }
  return (
    <>
      <Choice
        label={words.theme}
        value={themeChosen()}
        onChange={(theme) => void changeSettings({ theme })}
        options={THEMES.map((id) => ({ id, words: t.navigation.themes[id] }))}
      />
      <Choice
        label={words.density}
        value={density}
        onChange={(chosen) => void changeSettings({ density: chosen })}
        options={DENSITIES.map((id) => ({ id, ...words.densities[id] }))}
      />
      {session.who_type === 'person' && (
        <SelectField
          label={words.start}
          value={start}
          onChange={(chosen) => void changeSettings({ start: chosen })}
          options={START_PAGES.map((id) => [id, startOf[id]])}
        />
      )}
      <SelectField
        label={words.toasts}
        hint={words.toastsHint}
        value={String(toastSeconds)}
        onChange={(chosen) =>
          void changeSettings({ toastSeconds: TOAST_SECONDS.find((one) => String(one) === chosen) ?? 8 })
        }
        options={TOAST_SECONDS.map((one) => [String(one), words.seconds(one)])}
      />
      <CheckField
        label={words.letters}
        hint={words.lettersHint}
        checked={letters}
        onChange={(chosen) => void changeSettings({ letters: chosen })}
      />
    </>
  )
}
