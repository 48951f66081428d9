import type { Chance } from './chance.ts'

const HEAD = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'

/** One page of A4 (ISO 32000): what is drawn on it, in points from the lower left corner. */
function pageOf(drawing: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...['Helvetica', 'Helvetica-Bold'].map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    ),
  ]
  let text = HEAD
  const offsets = objects.map((object, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const quoted = (text: string): string => `(${text.replaceAll(/[\\()]/g, '\\$&')})`
const line = (text: string, at: { x: number; y: number; size: number; bold?: boolean }): string =>
  `BT /${at.bold ? 'F2' : 'F1'} ${at.size} Tf ${at.x} ${at.y} Td ${quoted(text)} Tj ET`

export const letterPdf = (title: string, lines: readonly string[]): Buffer =>
  pageOf(
    [
      line(title, { x: 70, y: 750, size: 18, bold: true }),
      ...lines.map((text, n) => line(text, { x: 70, y: 710 - n * 17, size: 11 })),
    ].join('\n'),
  )

/** A floor with rooms, a scale and a title block. */
export function planPdf(title: string, chance: Chance): Buffer {
  const drawing = ['2 w', '60 200 475 560 re S', '0.7 w']
  let x = 60
  while (x < 480) {
    const width = Math.min(chance.whole(60, 150), 535 - x)
    const split = chance.whole(330, 620)
    drawing.push(`${x} 200 ${width} ${split - 200} re S`, `${x} ${split} ${width} ${760 - split} re S`)
    drawing.push(line(`${chance.whole(9, 42)} m\u00b2`, { x: x + 8, y: split - 20, size: 8 }))
    x += width
  }
  drawing.push('60 90 475 70 re S', line(title, { x: 72, y: 130, size: 13, bold: true }))
  drawing.push(line(`1 : 100   ${chance.whole(2, 9)} / 12`, { x: 72, y: 108, size: 9 }))
  return pageOf(drawing.join('\n'))
}
