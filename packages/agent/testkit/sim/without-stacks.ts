import { after, before } from 'node:test'

/** Most errors in the tests of one `describe` are what the simulated world throws on purpose: their stacks would take half of the time. */
export function withoutStacks(): void {
  const { stackTraceLimit } = Error
  before(() => {
    Error.stackTraceLimit = 0
  })
  after(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}
