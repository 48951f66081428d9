import { findFaintSigns, findFaintTexts } from './contrast.ts'
import { findCutHints, findCutTexts, findWide } from './cut.ts'
import { findOverlaps } from './overlap.ts'

export { knows, learn, speak, speakAsBefore } from './words.ts'

const CHECKS = [findWide, findCutTexts, findCutHints, findOverlaps, findFaintTexts, findFaintSigns]

/** Until what moves has come to rest, but for what turns for good. */
export async function settle(): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame)
  await frame()
  await frame()
  const moving = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
    )
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

/** What anyone would see that is wrong with the screen, in words. */
export const faults = (): string[] => [...new Set(CHECKS.flatMap((check) => check()))]
