/** Whether the player wants to be asked what to pay with, although one way is clearly the cheapest. */
class Paying {
  asks = $state(false)
}

export const paying = new Paying()
