import { findFault, localTree, remoteTree } from './check.ts'
import { World, type WorldOptions } from './world.ts'

export interface Outcome {
  readonly seed: number
  /** What went wrong; undefined if nothing did. */
  readonly fault: string | undefined
  readonly features: readonly string[]
  readonly steps: number
  readonly crashes: number
}

/** People act while agents work and die; then all is left alone until it is quiet, and must be as promised. */
export async function runAtOnce(seed: number, options: WorldOptions = {}): Promise<Outcome> {
  const world = new World(seed, options)
  return outcomeOf(seed, world, async () => {
    await world.start()
    world.faults = true
    for (let actions = 4 + world.chance.below(20); actions > 0; actions--) {
      await world.act()
      // Mostly few, so that much happens at once; now and then so many that all is done before the next.
      const steps = Math.floor(world.chance.next() * world.chance.next() * world.chance.next() * 240)
      for (let n = 0; n < steps; n++) await world.step()
    }
    world.calm()
    return (await world.quiesce()) ? findFault(world) : `restless: ${describe(world)}`
  })
}

/** What may happen while people act one by one, each combination in turn. */
const EXACT = ['tree', 'touch', 'power', 'inodes'] as const

/** X: one action at a time, with lost requests and crashes: all become what the one who acted sees, and nothing else. */
export async function runOneByOne(seed: number, options: WorldOptions = {}): Promise<Outcome> {
  const world = new World(seed, {
    ...options,
    features: options.features ?? EXACT.filter((_, n) => (seed >> n) % 2 === 0),
  })
  return outcomeOf(seed, world, async () => {
    await world.start()
    for (let n = 0; n < 10; n++) {
      const who = world.chance.below(world.users.length + 1)
      const [user, device] = [world.users[who], world.devices[who]]
      const deed = user ? user.act(false) : world.web.act({ tree: world.features.has('tree'), touch: false })
      world.note(device?.name ?? 'web', deed)
      const wanted = (device ? localTree(device) : remoteTree(world)).join()
      world.faults = true
      const quiet = await world.quiesce()
      world.faults = false
      if (!quiet) return `restless: ${describe(world)}`
      const found = remoteTree(world).join()
      if (found !== wanted) return `inexact after ${deed}\n wanted ${wanted}\n found  ${found}`
    }
    return findFault(world)
  })
}

/** One course of events that someone has thought out; it says what is wrong at its end. */
export type Script = (world: World) => Promise<string | undefined>

export function runScript(script: Script, options: WorldOptions = {}): Promise<Outcome> {
  const world = new World(1, { devices: 1, features: [], ...options })
  return outcomeOf(1, world, async () => {
    await world.start()
    return script(world)
  })
}

async function outcomeOf(
  seed: number,
  world: World,
  run: () => Promise<string | undefined>,
): Promise<Outcome> {
  let fault: string | undefined
  try {
    fault = await run()
  } catch (error) {
    fault = `broken: ${error instanceof Error ? error.stack : String(error)}`
  }
  const { features, steps, crashes } = world
  return { seed, fault, features: [...features], steps, crashes }
}

const describe = (world: World): string =>
  [
    `\n service ${remoteTree(world)}`,
    ...world.devices.map((device) => ` ${device.name} ${localTree(device)} quiet ${device.quiet}`),
  ].join('\n')
