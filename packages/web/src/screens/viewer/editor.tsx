import type { File } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { useEffect, useRef, useState } from 'react'
import { shortcutIn } from '../../core/keys/shortcuts.ts'
import { problemOf } from '../../data/service/errors.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { type Base, type Draft, dropDraft, findDraft, keepDraft } from './drafts.ts'
import { type Conflict, openText, saveCopy, saveText } from './save-text.ts'

interface EditorProps {
  root: RootId
  file: File
  onSaved: (file: File) => void
  onDone: () => void
}

type Phase =
  | { is: 'opening' }
  | { is: 'refused'; words: string }
  | { is: 'editing'; said?: string }
  | { is: 'failed'; words: string }
  | { is: 'conflict'; conflict: Conflict }

/** The text of a file, to be changed. What is written is kept as a draft until it is saved or given up. */
export function Editor({ root, file, onSaved, onDone }: EditorProps) {
  const name = shownName(file.name)
  const field = useRef<HTMLTextAreaElement>(null)
  const [base, setBase] = useState<Base | undefined>(() => findDraft(root, file.id)?.base)
  const [phase, setPhase] = useState<Phase>(() => ({ is: base ? 'editing' : 'opening' }))
  const [isDirty, setDirty] = useState(base !== undefined)
  const [isBusy, setBusy] = useState(false)

  const isOpening = phase.is === 'opening'
  useEffect(() => {
    if (!isOpening) return
    let isGone = false
    openText(root, file.id).then(
      (opened) => {
        if (isGone) return
        setBase(opened?.base)
        setPhase(opened ? { is: 'editing' } : { is: 'refused', words: t.viewer.notUtf8 })
      },
      (error: unknown) => !isGone && setPhase({ is: 'refused', words: problemOf(error).words }),
    )
    return () => {
      isGone = true
    }
  }, [isOpening, root, file.id])

  if (phase.is === 'refused' || !base)
    return (
      <div className="viewer-note">
        <p role="status">{phase.is === 'refused' ? phase.words : t.viewer.loading(name)}</p>
        <Button aria-label={t.viewer.stopEditingLabel} onClick={onDone}>
          {t.viewer.stopEditing}
        </Button>
      </div>
    )

  const draft = (): Draft => ({
    base,
    text: field.current?.value ?? findDraft(root, file.id)?.text ?? base.text,
  })
  /** Shows another text, of which nothing is unsaved. */
  const showSaved = (next: Base, said: string) => {
    dropDraft(root, file.id)
    if (field.current) field.current.value = next.text
    setBase(next)
    setDirty(false)
    setPhase({ is: 'editing', said })
  }
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((error: unknown) => setPhase({ is: 'failed', words: problemOf(error).words }))
    setBusy(false)
  }
  const save = (sent: Draft) =>
    during(async () => {
      const result = await saveText(root, file, sent)
      if ('conflict' in result) return setPhase({ is: 'conflict', conflict: result.conflict })
      const { saved } = result
      onSaved(saved)
      const next: Base = {
        ...sent.base,
        ver: saved.ver ?? sent.base.ver,
        revision: saved.revision_id,
        text: sent.text,
      }
      const now = draft().text
      if (now === sent.text) return showSaved(next, t.viewer.saved)
      // Someone went on typing meanwhile.
      keepDraft(root, file.id, { base: next, text: now })
      setBase(next)
      setPhase({ is: 'editing', said: t.viewer.unsaved })
    })
  const copy = (after: (said: string) => void) =>
    during(async () => after(t.viewer.savedCopy((await saveCopy(root, file, draft())).name)))

  if (phase.is === 'conflict') {
    const { conflict } = phase
    const takeTheirs = (said: string) => {
      onSaved(conflict.file)
      showSaved(conflict.base, said)
    }
    return (
      <ConflictChoice
        conflict={conflict}
        mine={draft().text}
        isBusy={isBusy}
        onTheirs={() => takeTheirs('')}
        onMine={() => {
          const mine = {
            ...draft(),
            base: { ...base, ver: conflict.base.ver, revision: conflict.base.revision },
          }
          keepDraft(root, file.id, mine)
          setBase(mine.base)
          void save(mine)
        }}
        onCopy={() => void copy(takeTheirs)}
      />
    )
  }
  return (
    <>
      <div className="viewer-tools viewer-tools-edit">
        <span className="viewer-said" role="status">
          {phase.is === 'editing' && (isDirty ? t.viewer.unsaved : phase.said)}
        </span>
        <Button aria-label={t.viewer.stopEditingLabel} onClick={onDone}>
          {t.viewer.stopEditing}
        </Button>
        <Button kind="primary" busy={isBusy} disabled={!isDirty} onClick={() => void save(draft())}>
          {t.viewer.saveText}
        </Button>
      </div>
      {phase.is === 'failed' && (
        <div className="note note-bad viewer-failed" role="alert">
          <p>
            {phase.words} {t.viewer.notSaved}
          </p>
          <Button busy={isBusy} onClick={() => void copy((said) => showSaved(base, said))}>
            {t.viewer.saveCopy}
          </Button>
        </div>
      )}
      <textarea
        ref={field}
        className="viewer-editor"
        aria-label={t.viewer.editor(name)}
        spellCheck={false}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: one has just asked to write here
        autoFocus
        defaultValue={draft().text}
        onInput={({ currentTarget: { value } }) => {
          if (value === base.text) dropDraft(root, file.id)
          else keepDraft(root, file.id, { base, text: value })
          setDirty(value !== base.text)
        }}
        onKeyDown={(event) => {
          if (shortcutIn('editor', event, true) !== 'save') return
          event.preventDefault()
          if (isDirty && !isBusy) void save(draft())
        }}
      />
    </>
  )
}
