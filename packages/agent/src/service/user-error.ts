/** What went wrong, in a sentence for the person who asked. */
export class UserError extends Error {
  override name = 'UserError'
  /** What the program ends with. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
