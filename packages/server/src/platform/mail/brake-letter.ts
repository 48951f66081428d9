import type { Letter } from './letter.ts'

/** A device that changed far more than usual. */
export interface BrakeNews {
  name: string
  root: string
  device: string
  deleted: number
  rewritten: number
  renamed: number
  paused: boolean
  link: string
}

export const brakeLetter = ({ name, root, device, paused, link, ...counts }: BrakeNews): Letter => ({
  subject: `Far more changes than usual in ${root}`,
  paragraphs: [
    `Hello ${name},`,
    `Within ten minutes ${device} changed far more in ${root} than is usual: ${counts.deleted} items deleted, ` +
      `${counts.rewritten} files with another content, ${counts.renamed} files with another extension. ` +
      'This can be work that somebody meant to do, a mistake, or a program that encrypts files.',
    paused
      ? 'Its further changes wait until someone decides. Nothing is lost meanwhile.'
      : 'It goes on unless someone stops it.',
    'Look at what it did. You can stop it, and undo all it did: what others have done since stays.',
  ],
  button: { label: 'Look at what happened', url: link },
})
