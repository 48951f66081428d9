import type { RestoreReport } from '@holdfast/api/files/history'
import { useState } from 'react'
import type { HistoryPlace } from '../../core/addresses/time-routes.ts'
import { type TakeBack, useDifferences } from '../../data/history/history.ts'
import { DifferenceRow } from '../../files/history/difference-row.tsx'
import { TakeBackDialog } from '../../files/history/take-back-dialog.tsx'
import type { ListItem } from '../../files/list/list-acts.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'

interface SetBackProps {
  place: HistoryPlace & { at: string }
  /** When that was, in words. */
  time: string
  /** What the folder and the root are called. */
  names: { folder: string; root: string }
  /** These, or the folder itself. */
  items: readonly ListItem[] | undefined
  /** Who is chosen by the filters, in words. */
  whom: string | undefined
  onClose: () => void
  onDone: () => void
}

/** Sets back what is chosen, this folder, or all; first it shows what that would do. */
export function SetBack({ place, time, names, items, whom, onClose, onDone }: SetBackProps) {
  const { root, folder, at, who, machine } = place
  const [isAll, setAll] = useState(folder === 0)
  const [isTheirs, setTheirs] = useState(whom !== undefined)
  const name = shownName(isAll ? names.root : names.folder)
  const by = isTheirs
    ? { ...(who !== undefined && { person_id: who }), ...(machine !== undefined && { machine_id: machine }) }
    : {}
  const common = { root, as_of: at, ...by }
  const wishes: TakeBack[] = items
    ? items.map(({ type, id }) => ({ ...common, ...(type === 'file' ? { file_id: id } : { folder_id: id }) }))
    : [{ ...common, ...(!isAll && { folder_id: folder }) }]
  const done = ({ restored }: Pick<RestoreReport, 'restored'>) =>
    items ? t.history.chosenDone(restored, time) : t.history.setBackDone(name, time)
  return (
    <TakeBackDialog
      title={
        items
          ? items.length === 1
            ? t.history.setBackTitle(shownName(items[0]?.name ?? ''))
            : t.history.setChosenTitle(items.length)
          : t.history.setBackTitle(name)
      }
      button={t.history.doSetBack}
      wishes={wishes}
      done={done}
      onClose={onClose}
      onDone={onDone}
      list={!items && <Concerned {...place} folder={isAll ? (0 as typeof folder) : folder} />}
    >
      <p>{t.history.setBackTo(time)}</p>
      {!items && folder !== 0 && (
        <fieldset className="take-back-choice">
          <legend className="unseen">{t.history.scope}</legend>
          <label>
            <input type="radio" name="scope" checked={!isAll} onChange={() => setAll(false)} />
            <bdi>{t.history.thisFolder(shownName(names.folder))}</bdi>
          </label>
          <label>
            <input type="radio" name="scope" checked={isAll} onChange={() => setAll(true)} />
            <bdi>{t.history.everything(shownName(names.root))}</bdi>
          </label>
        </fieldset>
      )}
      {whom !== undefined && (
        <p className="take-back-choice">
          <label>
            <input type="checkbox" checked={isTheirs} onChange={() => setTheirs(!isTheirs)} />
            <bdi>{t.history.onlyThese(whom)}</bdi>
          </label>
        </p>
      )}
    </TakeBackDialog>
  )
}

/** What has changed since, as far as one wants to read. */
function Concerned({ root, folder, at, who, machine }: SetBackProps['place']) {
  const { data, hasNextPage } = useDifferences({ root, folder, from: at, to: undefined, who, machine })
  const all = data?.pages.flatMap(({ results }) => results) ?? []
  if (all.length === 0) return null
  return (
    <>
      <h3>{t.history.listTitle}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ul className="differences take-back-list" tabIndex={0} aria-label={t.history.listTitle}>
        {all.map((difference) => (
          <DifferenceRow key={difference.item_id} difference={difference} />
        ))}
        {hasNextPage && <li className="difference soft">…</li>}
      </ul>
    </>
  )
}
