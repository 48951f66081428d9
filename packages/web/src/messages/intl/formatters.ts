/** Making one takes far longer than using it, and a list uses several for each row. */
function kept<Options, Formatter>(make: (language: string, options?: Options) => Formatter) {
  const made = new Map<string, Formatter>()
  return (language: string, options?: Options): Formatter => {
    const key = JSON.stringify([language, options])
    const formatter = made.get(key) ?? make(language, options)
    made.set(key, formatter)
    return formatter
  }
}

export const dateFormat = kept(
  (language, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)
export const numberFormat = kept(
  (language, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)
export const agoFormat = kept(
  (language, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)
export const listFormat = kept(
  (language, options?: Intl.ListFormatOptions) => new Intl.ListFormat(language, options),
)
export const pluralRules = kept(
  (language, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(language, options),
)
