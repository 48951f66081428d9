import { useState } from 'react'
import { problemOf } from '../../data/service/errors.ts'
import { shownName } from '../../messages/format.ts'
import { numberFormat } from '../../messages/intl/formatters.ts'
import { locale, t } from '../../messages/words.ts'
import { workWords } from '../../messages/work-words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { changeWork, dropWork, type NotDone, type Result, type Work } from './works.ts'

export const percentOf = ({ done, total }: Work): string =>
  numberFormat(locale, { style: 'percent' }).format(Math.floor((100 * done) / Math.max(1, total)) / 100)

/** One thing: how far it is, and then what became of it. */
export const WorkRow = ({ work }: { work: Work }) => (
  <li className={work.result?.isBad ? 'work-row work-bad' : 'work-row'}>
    {work.result ? <Over work={work} result={work.result} /> : <UnderWay work={work} />}
  </li>
)

function UnderWay({ work }: { work: Work }) {
  const words = workWords()
  const { phase, canStop, isWaiting, done, total } = work
  // Of a single step nobody knows how far it is.
  const isCounted = canStop && done > 0
  return (
    <>
      <p className="work-words">
        <span>{work.words}</span>
        {isCounted && <span className="soft"> {percentOf(work)}</span>}
      </p>
      <progress
        aria-label={words.progressOf(work.words)}
        {...(canStop && { max: Math.max(1, total), value: done })}
      />
      {(canStop || isWaiting) && (
        <p className="work-acts">
          <span className="soft">
            {phase === 'stopping' ? words.stopping : isWaiting ? words.waiting : undefined}
          </span>
          {canStop && phase === 'active' && (
            <Button
              aria-label={words.cancel(work.words)}
              onClick={() => changeWork(work.id, { phase: 'stopping' })}
            >
              {t.general.cancel}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function Over({ work, result }: { work: Work; result: Result }) {
  const words = workWords()
  const [isOpen, setOpen] = useState(false)
  const { failed, undo, retry, why, isBad, download } = result
  const run = async (what: () => unknown) => {
    try {
      await what()
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return (
    <>
      <p className="work-words">
        <Icon name={isBad ? 'warn' : 'check'} />
        <bdi>{result.words}</bdi>
        <IconButton icon="close" label={words.close(result.words)} onClick={() => dropWork(work.id)} />
      </p>
      {why !== undefined && <p className="work-why">{why}</p>}
      {(failed.length > 0 || undo || retry || download) && (
        <p className="work-acts">
          {failed.length > 0 && (
            <>
              <span className="work-why">{words.failed(failed.length)}</span>
              <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? words.hide : words.show}
              </Button>
            </>
          )}
          {retry && (
            <Button icon="refresh" onClick={() => void run(retry)}>
              {t.general.retry}
            </Button>
          )}
          {download && (
            <Button icon="download" onClick={download}>
              {words.download}
            </Button>
          )}
          {undo && (
            <Button icon="undo" onClick={() => void run(undo)}>
              {t.general.undo}
            </Button>
          )}
        </p>
      )}
      {isOpen && <Failed failed={failed} />}
    </>
  )
}

/** So many are read; the others have the same reasons. */
const MOST_SHOWN = 20

const Failed = ({ failed }: { failed: readonly NotDone[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <ul className="work-failed" tabIndex={0} aria-label={workWords().failed(failed.length)}>
    {failed.slice(0, MOST_SHOWN).map(({ item, error, why }) => (
      <li key={`${item.type} ${item.id}`}>
        <bdi>{shownName(item.name ?? String(item.id))}</bdi>
        <span className="soft">{why ?? problemOf(error).words}</span>
      </li>
    ))}
    {failed.length > MOST_SHOWN && <li>{workWords().nameless(failed.length - MOST_SHOWN)}</li>}
  </ul>
)
