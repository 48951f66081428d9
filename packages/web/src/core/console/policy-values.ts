import type { PolicyValue } from '@holdfast/api/accounts/policies'
import type { PolicyControl, SizeUnit } from './policy-fields.ts'

/** What somebody has typed: a value, or nothing that could be one. */
export type Typed = { value: PolicyValue } | { fault: 'number' | 'range' | 'endings' | 'currency' | 'empty' }

const HIGHEST = Number.MAX_SAFE_INTEGER

/** Of a number with or without a fraction, as people of either language write it. */
function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

const inRange = (value: number, min = 0, max = HIGHEST): Typed =>
  value >= min && value <= max ? { value } : { fault: 'range' }

/** The value that a text stands for. */
export function valueIn(control: PolicyControl, text: string, unit?: SizeUnit): Typed {
  const isEmpty = text.trim() === ''
  switch (control.kind) {
    case 'switch':
      return { value: text === 'on' }
    case 'choice':
      return { value: text }
    case 'endings':
      return endingsIn(text)
    case 'day':
      return { value: isEmpty ? null : `${text}T23:59:59` }
    case 'currency': {
      const code = text.trim().toUpperCase()
      if (isEmpty) return { value: null }
      return /^[A-Z]{3}$/.test(code) ? { value: code } : { fault: 'currency' }
    }
    case 'money': {
      if (isEmpty) return { value: null }
      const amount = numberIn(text)
      return amount === undefined ? { fault: 'number' } : inRange(Math.round(amount * 100))
    }
    case 'number': {
      if (isEmpty) return control.optional ? { value: null } : { fault: 'empty' }
      const value = numberIn(text)
      if (value === undefined || !Number.isInteger(value)) return { fault: 'number' }
      return inRange(value, control.min, control.max)
    }
    case 'size': {
      if (isEmpty) return { fault: 'empty' }
      const size = numberIn(text)
      const [, of = 1] = control.units.find(([name]) => name === unit) ?? control.units[0] ?? []
      return size === undefined ? { fault: 'number' } : inRange(Math.round(size * of))
    }
  }
}

/** One ending after the other, each with its dot, as the server keeps them. */
function endingsIn(text: string): Typed {
  const endings = text
    .split(/[\s,;]+/)
    .filter((ending) => ending !== '')
    .map((ending) => (ending.startsWith('.') ? ending : `.${ending}`))
  if (endings.some((ending) => ending === '.' || /[/\\]/.test(ending))) return { fault: 'endings' }
  return { value: [...new Set(endings)].join(',') }
}

/** A value as a text that stands for it, in the largest unit that needs no more than two places after the point. */
export function textOf(control: PolicyControl, value: PolicyValue): { text: string; unit?: SizeUnit } {
  if (value === null) return { text: '' }
  switch (control.kind) {
    case 'endings':
      return { text: String(value).split(',').join(', ') }
    case 'day':
      return { text: String(value).slice(0, 10) }
    case 'money':
      return { text: (Number(value) / 100).toFixed(2) }
    case 'size': {
      const fits = ([, of]: readonly [SizeUnit, number]) =>
        Number(value) >= of && Number.isInteger((Number(value) / of) * 100)
      const [unit, of] = control.units.findLast(fits) ?? control.units[0] ?? (['MB', 1] as const)
      return { text: String(Number(value) / of), unit }
    }
    default:
      return { text: String(value) }
  }
}

/** How many endings a list has. */
export const endingsOf = (value: PolicyValue): number =>
  String(value ?? '')
    .split(',')
    .filter(Boolean).length
