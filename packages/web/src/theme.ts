// Runs before the first thing is drawn, so that nobody who chose the dark is shown the light first.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
