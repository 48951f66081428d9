import type { EntryId, RootId } from '@holdfast/api/ids'
import { useFoldersThen } from '../../data/console/device-backups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Button } from '../../ui/button.tsx'

/** The folders that lead to the one that is chosen, the uppermost first; empty before one is. */
export type Way = readonly { id: EntryId; name: string }[]

const TOP = 0 as EntryId

interface FolderThenProps {
  root: RootId
  /** Of the run. */
  seq: number
  way: Way
  onWay: (way: Way) => void
}

/** The folders of a backup as they were: the one that was gone to is chosen. */
export function FolderThen({ root, seq, way, onWay }: FolderThenProps) {
  const words = consoleWords().device
  const last = way.at(-1)
  const list = useFoldersThen(root, last?.id ?? TOP, seq)
  const folders = list.data?.pages.flatMap((page) => page.folders)
  return (
    <fieldset className="choice">
      <legend>{words.oneFolder}</legend>
      <nav className="console-crumbs" aria-label={words.path}>
        <ol>
          <li>
            <Button onClick={() => onWay([])}>{words.whole}</Button>
          </li>
          {way.map((step, index) => (
            <li key={step.id}>
              <Button
                aria-current={step === last ? 'true' : undefined}
                onClick={() => onWay(way.slice(0, index + 1))}
              >
                <bdi>{shownName(step.name)}</bdi>
              </Button>
            </li>
          ))}
        </ol>
      </nav>
      {folders ? (
        folders.length === 0 ? (
          <p className="soft">{words.noFoldersIn}</p>
        ) : (
          <ul className="console-buttons" aria-label={words.oneFolder}>
            {folders.map(({ id, name }) => (
              <li key={id}>
                <Button icon="folder" onClick={() => onWay([...way, { id, name }])}>
                  <bdi>{shownName(name)}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : list.error ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
      <ListEnd list={list} />
      <p role="status">{last ? words.oneFolderIs(shownName(last.name)) : words.chooseFolder}</p>
    </fieldset>
  )
}
