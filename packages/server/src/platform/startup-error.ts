/** Why the service cannot start, in one sentence for the operator. It is shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
