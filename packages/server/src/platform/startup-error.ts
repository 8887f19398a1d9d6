/** Why the service cannot start, in one sentence for the operator. It is shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
  /** Whether the same start may succeed a little later, with nobody doing anything about it. */
  readonly mayPass: boolean

  constructor(message: string, { mayPass = false, ...options }: ErrorOptions & { mayPass?: boolean } = {}) {
    super(message, options)
    this.mayPass = mayPass
  }
}
