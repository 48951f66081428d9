import type { Export } from '@holdfast/api/oversight/exports'
import { useState } from 'react'
import { isUnderWay, partAddress, removeExport } from '../../data/console/exports.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatDateTime, formatNames, formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AskDialog } from './ask-dialog.tsx'

/** An export: how far it is, or what came of it. */
export function ExportRow({ one }: { one: Export }) {
  const words = consoleWords().exports
  const { versions, below, left_out, created } = one
  const [isAsked, setAsked] = useState(false)
  const stop = () => void removeExport(one.id).catch((error) => toast(problemOf(error).words, { bad: true }))
  return (
    <li>
      <p>
        <b>{words.states[one.state]}</b>{' '}
        <span className="soft">
          {formatDateTime(created)} · {words.what(versions === 'all', below)}
        </span>
      </p>
      {isUnderWay(one) && <Progress one={one} />}
      {one.state === 'done' && <Parts one={one} />}
      {one.error && <p className="note note-bad">{words.errors[one.error]}</p>}
      {left_out.length > 0 && (
        <p className="soft">{words.leftOut(formatNames(left_out.map(({ name }) => shownName(name))))}</p>
      )}
      {one.failed_total > 0 && <NotIncluded one={one} />}
      {isUnderWay(one) && (
        <p className="console-buttons">
          <Button onClick={stop}>{t.general.cancel}</Button>
        </p>
      )}
      {one.state === 'done' && (
        <p className="console-buttons">
          <Button onClick={() => setAsked(true)}>{words.remove}</Button>
        </p>
      )}
      {isAsked && (
        <AskDialog
          title={words.removeTitle}
          why={words.removeWhy}
          button={words.removeButton}
          bad
          act={() => removeExport(one.id)}
          done={words.removed}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}

function Progress({ one: { state, files, files_total, bytes, bytes_total } }: { one: Export }) {
  const words = consoleWords().exports
  return (
    <>
      <progress
        aria-label={words.states[state]}
        {...(state !== 'waiting' && { max: Math.max(1, bytes_total), value: Math.min(bytes, bytes_total) })}
      />
      {state !== 'waiting' && (
        <p className="soft">
          {words.progress(formatCount(files), formatCount(Math.max(files, files_total)))} ·{' '}
          {words.progress(formatSize(bytes), formatSize(Math.max(bytes, bytes_total)))}
        </p>
      )}
    </>
  )
}

function Parts({ one: { id, files, bytes, parts, expires } }: { one: Export }) {
  const words = consoleWords().exports
  return (
    <>
      <p className="export-verified">
        <Icon name="check" /> {words.verified(files)} <span className="soft">{formatSize(bytes)}</span>
      </p>
      <ul className="export-parts">
        {parts.map(({ number, size, sha256 }) => (
          <li key={number}>
            <a className="button button-plain" href={partAddress(id, number)} download>
              <Icon name="download" />
              <span>
                {words.part(number)} <span className="soft">{formatSize(size)}</span>
              </span>
            </a>
            <details>
              <summary>{words.checksum}</summary>
              <code className="export-checksum">{sha256}</code>
            </details>
          </li>
        ))}
      </ul>
      {expires && <p className="soft">{words.until(formatDateTime(expires))}</p>}
    </>
  )
}

function NotIncluded({ one: { failed, failed_total } }: { one: Export }) {
  const words = consoleWords().exports
  return (
    <details>
      <summary>{words.failed(failed_total)}</summary>
      <ul className="export-failed">
        {failed.map(({ path, reason }) => (
          <li key={path}>
            <bdi>{path}</bdi> <span className="soft">{words.reasons[reason]}</span>
          </li>
        ))}
      </ul>
      {failed_total > failed.length && (
        <p className="soft">{words.failedMore(failed_total - failed.length)}</p>
      )}
    </details>
  )
}
