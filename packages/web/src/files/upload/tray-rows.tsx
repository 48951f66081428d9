import type { EntryId } from '@holdfast/api/ids'
import { useState } from 'react'
import { Link } from 'wouter'
import { openAddress } from '../../core/addresses/routes.ts'
import { rowsShown } from '../../core/list/windowing.ts'
import { nameIn } from '../../core/upload/machine-change.ts'
import { canRetry } from '../../core/upload/machine-items.ts'
import type { Batch, Item, State, Target } from '../../core/upload/machine-types.ts'
import { shownIn, type WholeFolder } from '../../core/upload/shown-items.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { iconOf } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tell } from './runner.ts'
import { wordsOfItem } from './words.ts'

const ROW_HEIGHT = 60
const HEIGHT = 5 * ROW_HEIGHT
/** Only those in view are drawn: there may be a hundred thousand. */
export function TrayRows({ state }: { state: State }) {
  const [scrollTop, setScrollTop] = useState(0)
  const items = shownIn(state)
  const height = Math.min(HEIGHT, items.length * ROW_HEIGHT)
  const { first, end, top, boxHeight } = rowsShown({
    scrollTop: Math.min(scrollTop, Math.max(0, items.length * ROW_HEIGHT - height)),
    height,
    rowHeight: ROW_HEIGHT,
    count: items.length,
  })
  return (
    <section
      className="tray-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      aria-label={t.uploads.label}
      style={{ blockSize: height }}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div className="tray-box" style={{ blockSize: boxHeight }}>
        <ul className="tray-list" style={{ insetBlockStart: top }}>
          {items
            .slice(first, end)
            .map((one) =>
              'item' in one ? (
                <Row key={one.item.id} item={one.item} state={state} />
              ) : (
                <FolderRow
                  key={`${one.folder.batch} ${one.folder.name}`}
                  folder={one.folder}
                  batch={state.batches.get(one.folder.batch)}
                />
              ),
            )}
        </ul>
      </div>
    </section>
  )
}

function Row({ item, state }: { item: Item; state: State }) {
  const name = shownName(nameIn(item.path))
  const isBad = item.status === 'failed'
  return (
    <li className={isBad ? 'tray-row tray-row-bad' : 'tray-row'}>
      <Icon name={isBad ? 'warn' : item.status === 'done' ? 'check' : iconOf({ type: item.kind, name })} />
      <span className="tray-facts">
        <bdi className="tray-name" title={shownName(item.path)}>
          {name}
        </bdi>
        <span className="tray-state" title={isBad ? wordsOfItem(item) : undefined}>
          {wordsOfItem(item)}
        </span>
        {item.status === 'sending' && (
          <progress aria-label={t.uploads.progressOf(name)} max={Math.max(1, item.size)} value={item.sent} />
        )}
      </span>
      <RowButtons item={item} name={name} root={placeIn(state.batches.get(item.batch)?.target)} />
    </li>
  )
}

function FolderRow({ folder, batch }: { folder: WholeFolder; batch: Batch | undefined }) {
  const name = shownName(folder.name)
  const root = placeIn(batch?.target)
  const entry = batch?.folders.get(folder.name) ?? folder.first
  return (
    <li className="tray-row">
      <Icon name="check" />
      <span className="tray-facts">
        <bdi className="tray-name" title={name}>
          {name}
        </bdi>
        <span className="tray-state">{t.general.items(folder.count)}</span>
      </span>
      {root !== undefined && entry !== undefined && <ShowLink root={root} entry={entry} name={name} />}
    </li>
  )
}

const ShowLink = ({ root, entry, name }: { root: Root; entry: EntryId; name: string }) => (
  <Link
    className="icon-button"
    href={openAddress(root, entry)}
    aria-label={t.uploads.show(name)}
    title={t.uploads.show(name)}
  >
    <Icon name="folder" />
  </Link>
)

/** Where it can be looked at, if that is allowed. */
const placeIn = (target: Target | undefined) => (target?.unseen ? undefined : target?.root)

type Root = NonNullable<ReturnType<State['batches']['get']>>['target']['root']

function RowButtons({ item, name, root }: { item: Item; name: string; root: Root | undefined }) {
  const { id, status, entry } = item
  const words = t.uploads
  const isPausable = status === 'queued' || status === 'sending' || status === 'waiting'
  const isOver = status === 'done' || status === 'skipped' || status === 'cancelled'
  return (
    <>
      {canRetry(item) && (
        <IconButton
          icon="refresh"
          label={words.retry(name)}
          onClick={() => tell({ type: 'retried', item: id })}
        />
      )}
      {isPausable && item.size > 0 && (
        <IconButton
          icon="pause"
          label={words.pause(name)}
          onClick={() => tell({ type: 'paused', item: id })}
        />
      )}
      {status === 'paused' && (
        <IconButton
          icon="play"
          label={words.resume(name)}
          onClick={() => tell({ type: 'resumed', item: id })}
        />
      )}
      {status === 'done' && root !== undefined && entry !== undefined && (
        <ShowLink {...{ root, entry, name }} />
      )}
      {!isOver && (
        <IconButton
          icon="close"
          label={status === 'failed' ? t.general.close : words.cancel(name)}
          onClick={() => tell({ type: status === 'failed' ? 'dismissed' : 'cancelled', item: id })}
        />
      )}
    </>
  )
}
