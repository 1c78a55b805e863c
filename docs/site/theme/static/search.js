// Searches the documentation. Everything is built from nodes: the content security policy forbids HTML from strings.
const root = document.documentElement.dataset.root
const box = document.getElementById('search')
const list = document.getElementById('found')
const MOST = 20
const AROUND = 60 // characters before the first hit
let sections = null

async function load() {
  sections ??= fetch(`${root}search.json`).then((answer) => answer.json())
  sections.catch(() => (sections = null)) // the next letter tries again
  return sections
}

function score(section, words) {
  const heading = section.heading.toLowerCase()
  const all = `${section.page} ${section.heading} ${section.text}`.toLowerCase()
  if (!words.every((word) => all.includes(word))) return 0
  return 1 + words.filter((word) => heading.includes(word)).length * 10 + (heading === words.join(' ') ? 50 : 0)
}

function row(section, words) {
  const at = Math.max(section.text.toLowerCase().indexOf(words[0]) - AROUND, 0)
  const link = document.createElement('a')
  link.href = root + section.url
  const heading = document.createElement('b')
  heading.textContent = section.heading || section.page
  const place = document.createElement('small')
  place.textContent = section.page
  const text = document.createElement('span')
  text.textContent = (at > 0 ? '… ' : '') + section.text.slice(at, at + 160)
  link.append(heading, ' ', place, text)
  const item = document.createElement('li')
  item.append(link)
  return item
}

async function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
  list.hidden = words.length === 0
  if (list.hidden) return
  const scored = (await load()).map((section) => [score(section, words), section])
  const found = scored.filter(([points]) => points > 0).sort((a, b) => b[0] - a[0])
  list.replaceChildren(...found.slice(0, MOST).map(([, section]) => row(section, words)))
  if (found.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }))
}

box.addEventListener('focus', load, { once: true })
box.addEventListener('input', search)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') list.hidden = true
  if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault()
    box.focus()
  }
})
document.addEventListener('click', (event) => {
  if (!list.contains(event.target) && event.target !== box) list.hidden = true
})

// A wide window shows the chapters beside the text.
const chapters = document.getElementById('chapters')
const wide = matchMedia('(min-width: 60rem)')
const show = () => (chapters.open = wide.matches)
wide.addEventListener('change', show)
show()

// Somebody was faster than this script.
if (box.value) search()
