import { Histogram, SECONDS } from '../metrics/histogram.ts'

/** What one database has done for this process. */
export class DatabaseFigures {
  /** How long each transaction took, with waiting for its turn, in seconds. */
  readonly transactions = new Histogram(SECONDS)
  /** Those of them that changed nothing: refused by what ran in them, or failed. */
  undone = 0
  /** How often one ran once more because the database asked for that. */
  retries = 0
  /** How many writes one flush to disk was for, where they share it. */
  readonly perFlush = new Histogram([1, 2, 4, 8, 16, 32, 64, 128, 256])

  async during<T>(transaction: Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      return await transaction
    } catch (error) {
      this.undone++
      throw error
    } finally {
      this.transactions.note((performance.now() - begun) / 1000)
    }
  }
}
