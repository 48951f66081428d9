import type { linkPreview as en } from '../en/link-preview.ts'

export const linkPreview: typeof en = {
  about: 'Vorschau: Das sehen Besucher. Deine eigenen Aufrufe werden nicht gezählt.',
  password: 'Besucher geben zuerst das Passwort ein.',
}
