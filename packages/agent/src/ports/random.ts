export interface Random {
  /** A number from 0 up to, and without, the one given. */
  below(limit: number): number
}
