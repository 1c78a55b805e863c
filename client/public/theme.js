// Before anything is painted: the theme that the reader chose, or the system's.
try {
  const theme = JSON.parse(localStorage.getItem('timebooth') || '{}').theme
  const light = theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset.theme = light ? 'light' : 'dark'
} catch {
  // A browser that keeps nothing wears the dark one.
}
