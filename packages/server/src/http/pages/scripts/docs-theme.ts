/** Pages of the documentation are the same for everybody: what someone has chosen in the app is known to their browser only. */
const [, theme] = /(?:^|; )holdfast_theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme
