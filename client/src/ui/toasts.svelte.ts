/** Short messages that disappear by themselves: what was refused and why, what was copied. */
export interface Toast {
  id: number
  text: string
  kind: 'info' | 'bad'
}

class Toasts {
  all = $state.raw<readonly Toast[]>([])
  private next = 0

  say(text: string, kind: Toast['kind'] = 'info'): void {
    const toast = { id: this.next++, text, kind }
    this.all = [...this.all.filter((other) => other.text !== text), toast].slice(-3)
    setTimeout(() => this.drop(toast.id), 4000 + text.length * 40)
  }

  drop(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
