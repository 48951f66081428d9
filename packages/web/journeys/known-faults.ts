/**
 * What is wrong with screens and will be put right: this list only gets shorter. A fault that is not there any more where
 * it should be is complained of as well, so that nothing stays in it.
 */
interface KnownFault {
  /** Screens and forms, as `look` names them: “viewer picture, phone dark de”. */
  where: RegExp
  fault: RegExp
  why: string
  /** Not at each of these screens, for instance only while something is loaded. */
  sometimes?: boolean
}

const KNOWN: KnownFault[] = []

/** What was found on a screen, without what is known of it; and what is known and was not found. */
export function checkKnown(screen: string, found: string[]): string[] {
  const known = KNOWN.filter(({ where }) => where.test(screen))
  const gone = known.filter(({ fault, sometimes }) => !sometimes && !found.some((one) => fault.test(one)))
  return [
    ...found.filter((one) => !known.some(({ fault }) => fault.test(one))),
    ...gone.map(({ fault }) => `not there any more, take it out of known-faults.ts: ${fault}`),
  ]
}
