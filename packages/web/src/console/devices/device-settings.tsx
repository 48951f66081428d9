import type { Machine } from '@holdfast/api/devices/machines'
import { DAY_MS } from '@holdfast/api/time'
import { useState } from 'react'
import { changeDevice } from '../../data/console/devices.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { dateFormat } from '../../messages/intl/formatters.ts'
import { locale } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { CheckField, Field } from '../../ui/field.tsx'

/** A Monday, as the first of the days that the API counts from 0. */
const MONDAY = Date.UTC(2026, 0, 5)
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const
const dayName = (day: number): string =>
  dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + day * DAY_MS)

const textOf = (value: number | string | null): string => (value === null ? '' : String(value))
const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** How much of the line a device takes, and how often it reports. */
export function DeviceSettingsForm({ machine }: { machine: Machine }) {
  const words = consoleWords().device
  const [given, setGiven] = useState({
    throttled: machine.throttled,
    rate: textOf(machine.bandwidth_throttle),
    hasException: machine.throttle_exception_start !== null,
    exceptionRate: textOf(machine.throttle_exception_throttle),
    start: textOf(machine.throttle_exception_start),
    end: textOf(machine.throttle_exception_end),
    days: machine.throttle_exception_dow,
    period: textOf(machine.health_report_period_minutes),
    collisions: machine.manual_collisions,
  })
  type Given = typeof given
  const set =
    <Key extends keyof Given>(key: Key) =>
    (value: Given[Key]) =>
      setGiven((now) => ({ ...now, [key]: value }))
  const send = async () => {
    const { throttled, hasException } = given
    const rate = numberIn(given.rate)
    if (throttled && !hasException && !rate) throw new FormProblem(words.rateWrong)
    await changeDevice(machine.id, {
      throttled,
      ...(throttled && { bandwidth_throttle: rate }),
      ...(throttled && {
        throttle_exception_throttle: hasException ? (numberIn(given.exceptionRate) ?? 0) : null,
        throttle_exception_start: hasException ? given.start : null,
        throttle_exception_end: hasException ? given.end : null,
        throttle_exception_dow: hasException ? given.days : [],
      }),
      health_report_period_minutes: numberIn(given.period),
      manual_collisions: given.collisions,
    })
    toast(words.saved)
  }
  const rate = { type: 'number', min: 0, max: 10_000_000, step: 1 } as const
  return (
    <Form button={words.save} send={send}>
      <CheckField label={words.limit} checked={given.throttled} onChange={set('throttled')} />
      {given.throttled && (
        <>
          <Field
            label={words.rate}
            optional={given.hasException}
            {...rate}
            value={given.rate}
            onChange={set('rate')}
          />
          <CheckField label={words.exception} checked={given.hasException} onChange={set('hasException')} />
        </>
      )}
      {given.throttled && given.hasException && (
        <>
          <Field
            label={words.exceptionRate}
            hint={words.exceptionRateHint}
            {...rate}
            value={given.exceptionRate}
            onChange={set('exceptionRate')}
          />
          <TimeField label={words.from} value={given.start} onChange={set('start')} />
          <TimeField label={words.to} value={given.end} onChange={set('end')} />
          <fieldset className="choice">
            <legend>{words.days}</legend>
            <p className="soft">{words.daysHint}</p>
            {DAYS.map((day) => (
              <CheckField
                key={day}
                label={dayName(day)}
                checked={given.days.includes(day)}
                onChange={(on) =>
                  set('days')(DAYS.filter((one) => (one === day ? on : given.days.includes(one))))
                }
              />
            ))}
          </fieldset>
        </>
      )}
      <Field
        label={words.reportEvery}
        hint={words.reportEveryHint}
        optional
        type="number"
        min={1}
        max={1440}
        value={given.period}
        onChange={set('period')}
      />
      <CheckField
        label={words.collisions}
        hint={words.collisionsHint}
        checked={given.collisions}
        onChange={set('collisions')}
      />
    </Form>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  optional?: boolean
  onChange: (value: string) => void
}

/** A time of the day, by the clock of the device. */
export const TimeField = (props: TimeFieldProps) => (
  <Field
    {...props}
    hint={consoleWords().device.timeHint}
    maxLength={5}
    pattern="([01][0-9]|2[0-3]):[0-5][0-9]"
    placeholder="22:00"
  />
)
