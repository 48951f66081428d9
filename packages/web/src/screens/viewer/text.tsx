import { endingOf, type FileKind } from '@holdfast/api/files/file-kinds'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { parseCsv } from '../../core/content/csv.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { type ContentAt, FIRST_BYTES, MOST_BYTES, textQuery } from '../../files/content/read.ts'
import { formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { loadPart } from '../../platform/load-part.ts'
import { Button } from '../../ui/button.tsx'
import './text.css'

const Markdown = lazy(async () => ({
  default: (await loadPart(() => import('./markdown-view.tsx'))).MarkdownView,
}))
/** Longer ones are shown as text: nobody reads a book here, and it would take long. */
const MOST_RENDERED = 512 * 1024
const MOST_ROWS = 1000

interface TextProps {
  at: ContentAt
  name: string
  kind: FileKind
  size: number
  /** What is shown where it turns out to be no text. */
  instead: (why: string) => ReactNode
}

/** The beginning of a text, and the rest on demand; rendered or as a table where it is one. */
export function Text({ at, name, kind, size, instead }: TextProps) {
  const [most, setMost] = useState(FIRST_BYTES)
  const [isPlain, setPlain] = useState(false)
  const [wraps, setWraps] = useState(() => kind === 'text' || matchMedia('(max-width: 40rem)').matches)
  const { data, error, isFetching, refetch } = useQuery({
    ...textQuery(at, most),
    placeholderData: (before) => before,
  })
  // Those who may only look are given what browsers can show, and nothing else.
  if (codeOf(error) === 'forbidden') return instead(t.viewer.notShown)
  if (error) {
    const { words, retry } = problemOf(error)
    return (
      <div className="viewer-note">
        <p>{words}</p>
        {retry && <Button onClick={() => void refetch()}>{t.general.retry}</Button>}
      </div>
    )
  }
  if (!data) return <p className="viewer-note">{t.viewer.loading(name)}</p>
  if (!data.decoded) return instead(t.viewer.notText)
  const { text } = data.decoded
  const hasOther = kind === 'table' || (kind === 'markdown' && text.length <= MOST_RENDERED)
  const asOther = hasOther && !isPlain
  return (
    <>
      <div className="viewer-tools" role="toolbar" aria-label={t.viewer.textOf(name)}>
        <span className="viewer-said soft">
          {data.isWhole && !asOther && `${t.viewer.lines(linesOf(text))} · `}
          {formatSize(size)}
        </span>
        {hasOther && (
          <Button aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
            {t.viewer.asText}
          </Button>
        )}
        {!asOther && (
          <Button aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
            {t.viewer.wrap}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="viewer-text" aria-label={t.viewer.textOf(name)} tabIndex={0}>
        {text === '' ? (
          <p className="viewer-note">{t.viewer.empty}</p>
        ) : asOther && kind === 'table' ? (
          <Table text={text} separator={endingOf(name) === 'tsv' ? '\t' : undefined} />
        ) : asOther ? (
          <Suspense fallback={<p className="viewer-note">{t.viewer.loading(name)}</p>}>
            <Markdown text={text} />
          </Suspense>
        ) : (
          <Lines text={text} wraps={wraps} />
        )}
      </section>
      {!data.isWhole && (
        <div className="viewer-rest">
          <span>{t.viewer.cut(formatSize(most), formatSize(size))}</span>
          {most === FIRST_BYTES ? (
            <Button busy={isFetching} onClick={() => setMost(MOST_BYTES)}>
              {t.viewer.rest}
            </Button>
          ) : (
            <span>{t.viewer.tooLong}</span>
          )}
        </div>
      )}
    </>
  )
}

const linesOf = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function Lines({ text, wraps }: { text: string; wraps: boolean }) {
  const numbers = useMemo(() => {
    return Array.from({ length: linesOf(text) }, (_, n) => n + 1).join('\n')
  }, [text])
  return (
    <div className={wraps ? 'viewer-lines viewer-lines-wrap' : 'viewer-lines'}>
      {!wraps && (
        <pre className="viewer-numbers" aria-hidden="true">
          {numbers}
        </pre>
      )}
      <pre className="viewer-code" dir="auto">
        {text}
      </pre>
    </div>
  )
}

function Table({ text, separator }: { text: string; separator: string | undefined }) {
  const [head = [], ...rows] = useMemo(
    () => parseCsv(text, { most: MOST_ROWS + 1, ...(separator !== undefined && { separator }) }),
    [text, separator],
  )
  return (
    <>
      <table className="viewer-table">
        <thead>
          <tr>
            {head.map((field, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have nothing else
              <th key={n} scope="col">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else
            <tr key={n}>
              {row.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have nothing else
                <td key={column}>{field}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="viewer-table-end soft">{t.viewer.rows(rows.length)}</p>
    </>
  )
}
