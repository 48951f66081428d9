import path from 'node:path'
import { isPackaged, Place, programFile } from '../service/place.ts'

/** A command in a hint. */
const HINT = /(?<=“)holdfast-agent(?= )/g

/** Hints name the command that the person at this terminal has: before it is installed, that is what they typed. */
export function asTyped(text: string): string {
  if (!process.stdout.isTTY || Place.find() || isPackaged()) return text
  return text.replace(HINT, program())
}

function program(): string {
  const file = programFile()
  const near = path.relative(process.cwd(), file)
  const shown = near.startsWith('..') ? file : near
  if (file.endsWith('.mjs') || file.endsWith('.ts')) return `node ${shown}`
  return path.isAbsolute(shown) ? shown : `./${shown}`
}
