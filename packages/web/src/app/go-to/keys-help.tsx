import { type Habit, helpOf } from '../../core/keys/help.ts'
import type { Place, Shortcut } from '../../core/keys/shortcuts.ts'
import { getSettings } from '../../data/account/settings.ts'
import { keyWords } from '../../messages/key-words.ts'
import { t } from '../../messages/words.ts'
import { isMac } from '../../platform/keyboard.ts'
import { Dialog } from '../../ui/dialog.tsx'

const places = (): Record<Place, string> => ({
  list: t.files.list,
  past: t.history.open,
  viewer: keyWords().viewer,
  editor: keyWords().editor,
  everywhere: keyWords().everywhere,
})

/** What is in the menus too is called the same here. */
const words = (): Record<Shortcut | Habit, string> => ({
  ...keyWords(),
  open: t.files.open,
  selectAll: t.files.selectAll,
  selectNone: t.files.selectNone,
  rename: t.files.rename,
  delete: t.files.delete,
  cut: t.files.cut,
  copy: t.files.copy,
  paste: t.files.paste,
  copyAddress: t.files.copyAddress,
  newFolder: t.files.newFolder,
  upload: t.files.upload,
  details: t.files.details,
  share: t.share.action,
  copyLink: t.share.copyLink,
  history: t.history.open,
  stepBack: t.history.stepBack,
  stepOn: t.history.stepOn,
  previous: t.viewer.previous,
  next: t.viewer.next,
  close: t.general.close,
  save: t.viewer.saveText,
  foldNavigation: t.navigation.fold,
  search: t.navigation.search,
  goTo: t.navigation.goTo,
})

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [place, word] = [places(), words()]
  return (
    <Dialog title={keyWords().title} onClose={onClose} toRead>
      <div className="keys-parts">
        {helpOf(getSettings().letters, isMac(), isMac() ? {} : t.keyNames).map((part) => (
          <section key={part.place}>
            <h3>{place[part.place]}</h3>
            <dl className="keys">
              {part.rows.map(({ name, keys }) => (
                <div key={name}>
                  <dt>
                    {keys.map((one) => (
                      <kbd key={one}>{one}</kbd>
                    ))}
                  </dt>
                  <dd>{word[name]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
