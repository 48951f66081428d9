import { type Dialect, SqliteDialect, SqliteQueryCompiler } from 'kysely'

const BOUND = /\b(?:limit|offset)\s+$/i

/**
 * SQLite looks at the value of a bound limit while it plans, and prepares the statement again whenever another one is bound,
 * which takes several times as long as running most of them. It does not look into a sum.
 */
class Compiler extends SqliteQueryCompiler {
  #last = ''

  protected override append(text: string): void {
    if (text !== '') this.#last = text
    super.append(text)
  }

  protected override appendValue(value: unknown): void {
    const isBound = BOUND.test(this.#last)
    super.appendValue(value)
    if (isBound) this.append(' + 0')
  }
}

class OwnDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new Compiler()
  }
}

// Only for what Kysely asks of a dialect beside connections, such as how to list the tables.
export const SQLITE: Dialect = new OwnDialect({
  database: async () => {
    throw new Error('Connections are opened by openSqlite only')
  },
})
