import {
  LOG_LEVELS,
  type LogLevel,
  MAX_LOG_MINUTES,
  type SystemLogLine,
} from '@holdfast/api/oversight/system-log'
import { useState } from 'react'
import { changeLogLevel, useLogLines } from '../../data/console/system.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDateTime, formatExactTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/facts.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import type { SystemPart } from './system-part.ts'

const USUAL_MINUTES = 60

const levelName = (level: string): string => {
  const { levels } = consoleWords().system.log
  return Object.hasOwn(levels, level) ? levels[level as LogLevel] : level
}

const choices = () => LOG_LEVELS.map((level) => [level, levelName(level)] as const)

/** What the servers write down, how much of it, and the last of it. */
export function LogPart({ status: { log } }: SystemPart) {
  const words = consoleWords().system.log
  const [level, setLevel] = useState<LogLevel>('debug')
  const [minutes, setMinutes] = useState(String(USUAL_MINUTES))
  const end = async () => {
    try {
      await changeLogLevel(level, 0)
      toast(words.ended)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return (
    <>
      <section className="console-part console-narrow">
        <h2>{words.level}</h2>
        <div role="status">
          <dl className="console-facts">
            <Fact label={words.now}>
              {levelName(log.level)}
              {log.until ? ` ${words.until(formatDateTime(log.until))}` : ` (${words.usual})`}
            </Fact>
          </dl>
        </div>
        <Form
          button={words.change}
          send={async () => {
            await changeLogLevel(level, Number(minutes))
            toast(words.changed)
          }}
          aside={log.until ? <Button onClick={() => void end()}>{words.end}</Button> : undefined}
        >
          <SelectField label={words.level} value={level} options={choices()} onChange={setLevel} />
          <Field
            label={words.minutes}
            hint={words.why}
            type="number"
            min={1}
            max={MAX_LOG_MINUTES}
            value={minutes}
            onChange={setMinutes}
          />
        </Form>
      </section>
      <Lines />
    </>
  )
}

function Lines() {
  const words = consoleWords().system.log
  const [least, setLeast] = useState<LogLevel>('trace')
  const { data, isLoadingError, error, refetch } = useLogLines(least)
  return (
    <section className="console-part system-log">
      <h2>{words.lines}</h2>
      {data && <p className="soft">{words.of(data.server)}</p>}
      <SelectField label={words.show} value={least} options={choices()} onChange={setLeast} />
      {isLoadingError ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="soft">{t.general.loading}</p>
      ) : data.results.length === 0 ? (
        <p className="soft">{words.noLines}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for those without a mouse too
        <ol className="system-lines" aria-label={words.lines} tabIndex={0}>
          {data.results.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
            <li key={index} lang="en">
              <LogLine line={line} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const LogLine = ({ line: { at, level, message, fields } }: { line: SystemLogLine }) => (
  <>
    <time title={formatExactTime(at)}>{at.slice(11)}</time> <b>{level}</b> <bdi>{shownName(message)}</bdi>{' '}
    <span className="soft">{fields.map(({ name, value }) => `${name}=${shownName(value)}`).join(' ')}</span>
  </>
)
