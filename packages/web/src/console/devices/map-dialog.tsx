import type { RootId } from '@holdfast/api/ids'
import { useState } from 'react'
import { mapFolder } from '../../data/console/device-folders.ts'
import { useFound } from '../../data/console/groups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import type { DevicePart } from './device-part.ts'
import { asking, useIsConnected } from './device-refusal.tsx'

/** Keeps a folder the same as a team share from now on. */
export function MapDialog({
  place,
  device,
  path: begin = '',
  onClose,
}: DevicePart & { path?: string; onClose: () => void }) {
  const words = consoleWords().device
  const isConnected = useIsConnected(device)
  const [path, setPath] = useState(begin)
  const [q, setQ] = useState('')
  const [root, setRoot] = useState('')
  const found = useFound('shares', place.id, useSettled(q.trim()))
  const send = async () => {
    if (root === '') throw new FormProblem(words.mapChoose)
    await asking(device, isConnected, mapFolder(device.id, Number(root) as RootId, path.trim()))
    toast(words.mapped)
    onClose()
  }
  return (
    <Dialog title={words.mapTitle} onClose={onClose}>
      <Form
        button={words.mapButton}
        send={send}
        refusals={{ name_conflict: words.alreadyMapped }}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Field
          label={words.mapFolder}
          hint={words.backUpHint}
          autoFocus={begin === ''}
          autoCapitalize="off"
          spellCheck={false}
          value={path}
          onChange={setPath}
        />
        <Field label={words.mapFind} type="search" optional value={q} onChange={setQ} />
        {found.isLoadingError ? (
          <Failed error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <p className="soft">{t.general.loading}</p>
        ) : found.data.length === 0 ? (
          <p className="soft">{words.mapNone}</p>
        ) : (
          <Choice
            label={words.mapTo}
            value={root}
            onChange={setRoot}
            options={found.data.map(({ id, name }) => ({ id: String(id), words: shownName(name) }))}
          />
        )}
      </Form>
    </Dialog>
  )
}
