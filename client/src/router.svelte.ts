/** The router: the current route, and navigation within the page. */
import { type Route, routeOf } from './route'

class Router {
  route = $state.raw<Route>(routeOf(new URL(location.href)))

  constructor() {
    addEventListener('popstate', () => this.read())
    addEventListener('hashchange', () => this.read())
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.read()
    scrollTo(0, 0)
  }

  /** Handle an ordinary click on a link within the page; leave other clicks (new tab, new window) to the browser. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.('a')
    const ordinary = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !ordinary || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    const address = new URL(link.href)
    if (address.origin !== location.origin || routeOf(address).page === 'not_found') return
    if (address.pathname === location.pathname && address.hash && !address.hash.slice(1)) return
    event.preventDefault()
    this.go(address.pathname + address.search + address.hash)
  }

  private read(): void {
    this.route = routeOf(new URL(location.href))
  }
}

export const router = new Router()
