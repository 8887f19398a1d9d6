/** Settings of a lock as nuki_hub shows and takes them. */
export class HubSettings {
  readonly values: Record<string, number> = {
    ...{
      autoUnlatch: 0,
      pairingEnabled: 1,
      buttonEnabled: 1,
      ledEnabled: 1,
      ledBrightness: 3,
      singleLock: 0,
    },
  }
  /** Those that the owner of the hub does not let anybody change. */
  readonly guarded = new Set<string>()

  /** Every setting has its own answer. */
  command(text: string): string {
    const results: Record<string, string> = {}
    for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      if (this.guarded.has(name)) results[name] = 'accessDenied'
      else if (this.values[name] === Number(value)) results[name] = 'unchanged'
      else results[name] = name in this.values ? 'success' : 'invalidValue'
      if (results[name] === 'success') this.values[name] = Number(value)
    }
    const general = Object.values(results).includes('success') ? 'success' : 'noChange'
    return JSON.stringify({ ...results, general })
  }
}
