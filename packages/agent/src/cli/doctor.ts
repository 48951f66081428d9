import { type Command, isSet, say, sayJson } from './command.ts'

export const doctor: Command = {
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const findings = await call.ask('doctor', {})
    if (isSet(call, 'json')) sayJson(findings)
    else for (const { what, ok, says } of findings) say(`${ok ? 'ok  ' : 'BAD '} ${what}: ${says}`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  },
}
