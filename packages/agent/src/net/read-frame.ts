import { SERVICE_FRAMES, type ServiceFrame } from '@holdfast/api/devices/agent-channel'
import { whyMisfit } from '@holdfast/api/why-misfit'

/** A frame that nothing is done about. `kind` is what it claims to be, if that is a kind we know. */
export interface RefusedFrame {
  readonly t: 'refused'
  readonly kind: ServiceFrame['t'] | undefined
  /** Without anything of what the frame holds. */
  readonly why: string
  /** Of a command: the caller is told. */
  readonly id: string | undefined
}

/** Reads what the service says. Undefined for kinds that a newer service may know; fields that we do not know stay in it. */
export function readFrame(text: string): ServiceFrame | RefusedFrame | undefined {
  const said = parsed(text)
  if (typeof said !== 'object' || said === null || !('t' in said) || typeof said.t !== 'string')
    return { t: 'refused', kind: undefined, why: 'it is no JSON object with a “t”', id: undefined }
  const kind = said.t
  if (!isKnown(kind)) return undefined
  const why = whyMisfit(SERVICE_FRAMES[kind], said)
  // What it claims to be is what it was checked for.
  if (why === undefined) return said as ServiceFrame
  return { t: 'refused', kind, why, id: kind === 'command' ? idIn(said) : undefined }
}

function idIn(command: object): string | undefined {
  const id = 'id' in command ? command.id : undefined
  const isId = whyMisfit(SERVICE_FRAMES.command.properties.id, id) === undefined
  return isId && typeof id === 'string' ? id : undefined
}

const isKnown = (t: string): t is ServiceFrame['t'] => Object.hasOwn(SERVICE_FRAMES, t)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
