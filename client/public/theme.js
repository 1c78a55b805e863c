// Set the theme before the first paint: the reader's choice, or the system's.
try {
  const theme = JSON.parse(localStorage.getItem('timebooth') || '{}').theme
  const light = theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset.theme = light ? 'light' : 'dark'
} catch {
  // Without storage, the theme stays dark.
}
