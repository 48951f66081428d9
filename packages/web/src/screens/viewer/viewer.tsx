import { isText, kindOf } from '@holdfast/api/files/file-kinds'
import { downloadFile, type File } from '@holdfast/api/files/files'
import { downloadRevision, getRevision } from '@holdfast/api/files/revisions'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Handlers, type Pressed, shortcutIn } from '../../core/keys/shortcuts.ts'
import { wayOf } from '../../data/files/search.ts'
import { addressOf, call } from '../../data/service/api.ts'
import { nameOfRoot } from '../../data/service/session.ts'
import { FIRST_BYTES } from '../../files/content/read.ts'
import type { ViewerProps } from '../../files/content/viewer-of.ts'
import { formatCount, formatExactTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { useAhead } from './ahead.ts'
import { Body } from './body.tsx'
import { findDraft } from './drafts.ts'
import { Editor } from './editor.tsx'
import { GoneLine, useIsGone } from './gone-line.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { MoreMenu } from './more-menu.tsx'
import { useSwipe } from './swipe.ts'
import './viewer.css'

const OWN_KEYS = 'input, textarea, select, video, audio, [data-own-keys]'

/** One file over the whole screen. */
export function Viewer(props: ViewerProps) {
  const { root, file, revision, position, onPrevious, onNext, onClose, onDetails } = props
  const dialog = useModal()
  const body = useRef<HTMLDivElement>(null)
  const [isEditing, setEditing] = useEditing(props)
  const [leaveFor, setLeaveFor] = useState<{ go: () => unknown }>()
  // What was saved here is shown before the list knows of it.
  const [saved, setSaved] = useState<{ over: RevisionId; revision: RevisionId; size: number }>()
  const newest = saved?.over === file.revision_id ? saved : undefined
  const at = { root, file: file.id, revision: revision ?? newest?.revision ?? file.revision_id }
  const earlier = useEarlier(root, file, revision)
  useAhead(props.neighbours)
  const isGone = useIsGone(root, file) && revision === undefined
  const mayEdit =
    !isGone &&
    props.mayEdit &&
    revision === undefined &&
    isText(kindOf(file.name)) &&
    file.size <= FIRST_BYTES
  const saveAddress = props.maySave && !isGone ? addressToSave(root, file, revision) : undefined
  const name = shownName(file.name)
  const root_name = nameOfRoot(root)

  const leave = (go: () => unknown) => (findDraft(root, file.id) ? setLeaveFor({ go }) : go())
  const swiped = (go: (() => void) | undefined) => (go && !isEditing ? () => leave(go) : undefined)
  useSwipe(body, { previous: swiped(onPrevious), next: swiped(onNext) })
  const does: Handlers<'viewer'> = { close: onClose, previous: onPrevious, next: onNext }
  const act = (event: Pressed & { target: EventTarget | null; preventDefault: () => void }) => {
    const keepsKeys = event.target instanceof Element && event.target.closest(OWN_KEYS)
    const shortcut = shortcutIn('viewer', event, true)
    const go = shortcut && does[shortcut]
    if (!go || (keepsKeys && shortcut !== 'close')) return
    event.preventDefault()
    leave(go)
  }
  useStrayKeys(act)
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={t.viewer.label(name)}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        leave(onClose)
      }}
      onKeyDown={(event: KeyboardEvent) => {
        event.stopPropagation()
        if (!isCombined(event)) act(event)
      }}
    >
      <header className="viewer-head">
        <IconButton icon="close" label={t.general.close} onClick={() => leave(onClose)} />
        <h2 className="viewer-name">
          <bdi>{name}</bdi>
          <span className="viewer-where">{wayOf({ root_id: root, root_name, path: file.path })}</span>
          {earlier && (
            <span className="viewer-version">{t.viewer.version(formatExactTime(earlier.created))}</span>
          )}
        </h2>
        {position && (
          <span className="viewer-place soft">
            {t.viewer.place(formatCount(position.index + 1), formatCount(position.total))}
          </span>
        )}
        <span className="viewer-buttons">
          {onPrevious && (
            <IconButton icon="back" label={t.viewer.previous} onClick={() => leave(onPrevious)} />
          )}
          {onNext && <IconButton icon="next" label={t.viewer.next} onClick={() => leave(onNext)} />}
          {mayEdit && !isEditing && (
            <IconButton icon="edit" label={t.viewer.edit} onClick={() => setEditing(true)} />
          )}
          {saveAddress !== undefined && (
            <a
              className="icon-button"
              href={saveAddress}
              download
              aria-label={t.viewer.save}
              title={t.viewer.save}
            >
              <Icon name="download" />
            </a>
          )}
          <IconButton icon="details" label={t.viewer.details} onClick={() => leave(() => onDetails())} />
          <MoreMenu
            file={file}
            isShown={!isEditing}
            onShare={isGone ? undefined : props.onShare}
            onDetails={(panel) => leave(() => onDetails(panel))}
          />
        </span>
      </header>
      {isGone && (
        <GoneLine
          root={root}
          file={file}
          mayRestore={props.mayRestore ?? false}
          onClose={() => leave(onClose)}
        />
      )}
      <div ref={body} className="viewer-body">
        {isEditing ? (
          <Editor
            key={file.id}
            root={root}
            file={file}
            onSaved={({ revision_id, size }) =>
              setSaved({ over: file.revision_id, revision: revision_id, size })
            }
            onDone={() => leave(() => setEditing(false))}
          />
        ) : (
          <Body
            key={`${file.id} ${at.revision}`}
            at={at}
            file={file}
            size={earlier?.file_size ?? newest?.size ?? file.size}
            saveAddress={saveAddress}
          />
        )}
      </div>
      {leaveFor && (
        <LeaveDialog
          root={root}
          file={file}
          onStay={() => setLeaveFor(undefined)}
          onLeave={() => {
            setLeaveFor(undefined)
            setEditing(false)
            leaveFor.go()
          }}
        />
      )}
    </dialog>
  )
}

const isCombined = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || shiftKey

const addressToSave = (root: RootId, { id }: File, revision: RevisionId | undefined): string => {
  const params = { root_id: root, file_id: id }
  return revision === undefined
    ? addressOf(downloadFile, params)
    : addressOf(downloadRevision, { ...params, revision_id: revision })
}

/** Where something was left unsaved, one goes on with it. */
function useEditing({ root, file, mayEdit, revision }: ViewerProps) {
  const begins = mayEdit && revision === undefined && findDraft(root, file.id) !== undefined
  const [editing, setEditing] = useState({ id: file.id, on: begins })
  const isEditing = editing.id === file.id ? editing.on : begins
  useEffect(
    () => () => {
      // Left by another way than those here, such as the browser's own «back».
      if (findDraft(root, file.id)) toast(t.viewer.kept(shownName(file.name)), { bad: true })
    },
    [root, file.id, file.name],
  )
  return [isEditing, (on: boolean) => setEditing({ id: file.id, on })] as const
}

/** The facts of an earlier content. */
function useEarlier(root: RootId, file: File, revision: RevisionId | undefined) {
  const { data } = useQuery({
    queryKey: ['revision', root, file.id, revision],
    queryFn: () =>
      call(getRevision, { root_id: root, file_id: file.id, revision_id: revision ?? file.revision_id }),
    enabled: revision !== undefined,
  })
  return revision === undefined ? undefined : data
}

/** Keys while nothing has the focus, as after what had it is gone. */
function useStrayKeys(act: (event: globalThis.KeyboardEvent) => void): void {
  useEffect(() => {
    const take = (event: globalThis.KeyboardEvent) => {
      if (event.target === document.body && !(event.ctrlKey || event.metaKey || event.altKey)) act(event)
    }
    addEventListener('keydown', take)
    return () => removeEventListener('keydown', take)
  })
}
