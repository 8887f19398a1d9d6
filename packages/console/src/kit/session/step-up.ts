import { ApiError } from '@latchwork/sdk'

/** Asks the person to prove that they are there; false when they would rather not. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Names who asks, until the returned function is called. */
export function offerStepUp(offered: Ask): () => void {
  ask = offered
  return () => {
    if (ask === offered) ask = undefined
  }
}

/** Asks once, however many calls wait for the answer. */
export function askToProve(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

/** Did the service want a fresh proof of who is there (D109)? */
export const isStepUpDemand = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'step_up_required'
