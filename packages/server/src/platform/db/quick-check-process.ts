import Sqlite from 'better-sqlite3'

const MOST_PROBLEMS = 10

function problemsOf(file: string): string[] {
  try {
    const db = new Sqlite(file, { readonly: true, timeout: 5000 })
    const rows = db.pragma(`quick_check(${MOST_PROBLEMS})`) as { quick_check: string }[]
    db.close()
    return rows.map((row) => row.quick_check).filter((problem) => problem !== 'ok')
  } catch (error) {
    return [String(error)]
  }
}

const [file = ''] = process.argv.slice(2)
process.send?.(problemsOf(file), () => process.disconnect())
