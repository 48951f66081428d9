import type { File } from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import type { RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../data/service/api.ts'
import { problemOf } from '../../data/service/errors.ts'
import { liveChanges } from '../../data/service/live.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { restoreItems } from '../../files/actions/carry-out.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { doerOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Whether a file that is being looked at was deleted meanwhile, by anyone. */
export function useIsGone(root: RootId, file: File): boolean {
  const [known, setKnown] = useState<{ id: number; gone: boolean }>()
  useEffect(
    () =>
      liveChanges.add(({ root_id, entry_id, is_deleted }) => {
        if (root_id === root && entry_id === file.id) setKnown({ id: file.id, gone: is_deleted })
      }),
    [root, file.id],
  )
  return known?.id === file.id ? known.gone : file.is_deleted
}

interface GoneLineProps {
  root: RootId
  file: File
  mayRestore: boolean
  onClose: () => void
}

/** Over what was there: who deleted it, and the way back. */
export function GoneLine({ root, file, mayRestore, onClose }: GoneLineProps) {
  const [busy, setBusy] = useState(false)
  const words = beginWords().viewer
  const { data: by } = useQuery({
    queryKey: ['deleted by', root, file.id],
    queryFn: async ({ signal }) => {
      const asked = { root_id: root, file_id: file.id, op: 'delete' as const, order: 'desc' as const }
      const { results } = await call(listHistory, { ...asked, limit: 1, include_names: true }, { signal })
      return (results[0] && doerOf(results[0], t.details, ownPersonId())) ?? null
    },
    gcTime: 0,
  })
  const restore = async () => {
    setBusy(true)
    await restoreItems(root, { items: [file] }).catch((error: unknown) =>
      toast(problemOf(error).words, { bad: true }),
    )
    setBusy(false)
  }
  return (
    <p className="viewer-gone" role="status">
      <Icon name="trash" />
      <bdi>{by ? words.deletedBy(shownName(by)) : words.deleted}</bdi>
      {mayRestore && (
        <Button icon="restore" busy={busy} onClick={() => void restore()}>
          {t.files.restore}
        </Button>
      )}
      <Button onClick={onClose}>{t.general.close}</Button>
    </p>
  )
}
