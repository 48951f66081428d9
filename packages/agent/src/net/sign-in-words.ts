/** What a browser shows that has signed a computer in. Commands are English; a page is in the language of its reader. */
const en = {
  nothing: 'There is nothing here.',
  refused: 'This computer was not signed in. You can close this page.',
  done: 'This computer is now being signed in. You can close this page.',
}

const de: typeof en = {
  nothing: 'Hier gibt es nichts.',
  refused: 'Dieser Computer wurde nicht angemeldet. Du kannst diese Seite schließen.',
  done: 'Dieser Computer wird jetzt angemeldet. Du kannst diese Seite schließen.',
}

export interface SignInWords {
  readonly language: string
  readonly words: typeof en
}

/** Browsers name first what they want most. */
export const signInWords = (acceptLanguage = ''): SignInWords =>
  /^\s*de\b/i.test(acceptLanguage) ? { language: 'de', words: de } : { language: 'en', words: en }
