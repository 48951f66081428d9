import { type ChangeEvent, useRef, useState } from 'react'
import { itemsOf } from '../../core/upload/machine-items.ts'
import type { State } from '../../core/upload/machine-types.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { canContinue, chooseAgain, continueLeft } from './engine.ts'

/** What an earlier page did not finish: its files are read again, or chosen again where the browser forgot them. */
export function Left({ state }: { state: State }) {
  const [isWrong, setWrong] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const lost = [...itemsOf(state)].filter(({ status }) => status === 'lost')
  const inFolders = lost.some(({ path }) => path.includes('/'))
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setWrong(chooseAgain([...(event.target.files ?? [])]) === 0)
    event.target.value = ''
  }
  return (
    <div className="tray-note tray-left">
      <p>{isWrong ? t.uploads.notThese : t.uploads.leftHint}</p>
      <input
        ref={files}
        className="unseen"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
      <input
        ref={(input) => {
          folder.current = input
          // React does not know it.
          input?.setAttribute('webkitdirectory', '')
        }}
        className="unseen"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
      {canContinue() && (
        <Button kind="primary" onClick={() => void continueLeft()}>
          {t.uploads.continue}
        </Button>
      )}
      {lost.some(({ path }) => !path.includes('/')) && (
        <Button onClick={() => files.current?.click()}>{t.uploads.chooseFiles}</Button>
      )}
      {inFolders && <Button onClick={() => folder.current?.click()}>{t.uploads.chooseFolder}</Button>}
    </div>
  )
}
