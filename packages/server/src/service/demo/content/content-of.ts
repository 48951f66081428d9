import type { Instant } from '@holdfast/api/time'
import { formatDate } from '@holdfast/api/time'
import type { Chance } from './chance.ts'
import { sheetOf, zipOf } from './packed.ts'
import { letterPdf, planPdf } from './pdf.ts'
import type { Photos } from './photo.ts'

export type Kind = 'plan' | 'letter' | 'sheet' | 'photo' | 'note' | 'archive'

export const ENDINGS: Readonly<Record<Kind, string>> = {
  plan: 'pdf',
  letter: 'pdf',
  sheet: 'xlsx',
  photo: 'jpg',
  note: 'md',
  archive: 'zip',
}

export interface Wanted {
  kind: Kind
  /** Without the ending. */
  title: string
  n: number
  at: Instant
}

interface Tools {
  chance: Chance
  photos: Photos
}

const SENTENCES = [
  'The dates were moved by a week.',
  'Open points are listed at the end.',
  'The numbers were checked twice.',
  'The second page is new.',
  'The supplier confirmed the price.',
  'This replaces the version of last month.',
  'Photos follow on Friday.',
  'The next meeting is on Tuesday at ten.',
] as const

const DECISIONS = ['agreed', 'postponed', 'needs a drawing', 'costs to be checked'] as const

/** A small file that opens in the program for it, and looks like what its name says. */
export async function contentOf({ kind, title, n, at }: Wanted, { chance, photos }: Tools): Promise<Buffer> {
  const day = formatDate(at)
  switch (kind) {
    case 'plan':
      return planPdf(`${title}  ${day}`, chance)
    case 'letter':
      return letterPdf(title, [day, '', ...sentences(chance, 6)])
    case 'photo':
      return photos.take(n, chance, `${title} ${day}`)
    case 'note':
      return Buffer.from(note(title, day, chance))
    case 'sheet':
      return sheetOf(title, tableOf(chance), at)
    case 'archive': {
      const files = ['walls', 'floors', 'roof', 'ground'].map((part) => ({
        path: `${title}/${part}.csv`,
        content: Buffer.from(pointsOf(chance)),
      }))
      return zipOf(files, at)
    }
  }
}

const sentences = (chance: Chance, count: number): string[] =>
  Array.from({ length: count }, () => chance.pick(SENTENCES))

function note(title: string, day: string, chance: Chance): string {
  const points = Array.from(
    { length: chance.whole(3, 7) },
    (_, n) => `${n + 1}. ${chance.pick(SENTENCES)} **${chance.pick(DECISIONS)}**`,
  )
  return `# ${title}\n\n${day}\n\n${points.join('\n')}\n\n- [ ] ${chance.pick(SENTENCES)}\n- [x] ${chance.pick(SENTENCES)}\n`
}

function tableOf(chance: Chance): (string | number)[][] {
  const rows = Array.from({ length: chance.whole(12, 30) }, (_, n) => {
    const [pieces, price] = [chance.whole(1, 40), chance.whole(900, 90_000) / 100]
    return [n + 1, `Position ${n + 1}`, pieces, price, Math.round(pieces * price * 100) / 100]
  })
  return [['No.', 'What', 'Pieces', 'Price', 'Sum'], ...rows]
}

const pointsOf = (chance: Chance): string =>
  Array.from(
    { length: 1800 },
    () => `${chance.whole(0, 90_000)};${chance.whole(0, 60_000)};${chance.whole(0, 24_000)}`,
  ).join('\n')
