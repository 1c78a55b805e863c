/** The tutorial: a game's lessons, one after the other, at a real table. */
import type { At, Lesson } from '../games/contract'
import type { Told } from '../protocol/types'

export class Tutorial {
  step = $state(0)
  private began = $state(0)

  constructor(
    private readonly lessons: () => readonly Lesson[],
    private readonly log: () => readonly { told: Told | null }[],
  ) {}

  get lesson(): Lesson | null {
    return this.lessons()[this.step] ?? null
  }
  get count(): number {
    return this.lessons().length
  }
  get done(): boolean {
    return this.step >= this.count
  }

  start(): void {
    this.step = 0
    this.began = this.log().length
  }

  next(): void {
    this.step += 1
    this.began = this.log().length
  }

  /** To be called when the table changes: a lesson whose condition holds leads on to the next. */
  look(at: At): void {
    const since = this.log()
      .slice(this.began)
      .flatMap((entry) => (entry.told ? [entry.told] : []))
    if (this.lesson?.until?.(at, since)) this.next()
  }
}
