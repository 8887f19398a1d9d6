const BEGINS = /^(begin|start transaction)\b/i
const ENDS = /^(commit|rollback)$/i

/** A transaction begins with its first statement, in one go: that saves one answer of the server for each. */
export function createBeginning(prepare: (text: string, name: string) => Promise<unknown>) {
  const known = new Map<string, string>()
  let waiting: string | undefined
  return {
    /** The name of what begins the transaction, if it has not begun yet. */
    takeUp(): string | undefined {
      const name = waiting && known.get(waiting)
      waiting = undefined
      return name
    },
    /** Whether a statement without a name may be left out, or has gone already. */
    async isNoMatterForServer(text: string): Promise<boolean> {
      if (BEGINS.test(text)) {
        if (known.has(text)) waiting = text
        else {
          const name = `lw_begin_${known.size}`
          await prepare(text, name)
          known.set(text, name)
        }
        return true
      }
      const begins = waiting
      waiting = undefined
      if (begins === undefined) return false
      if (ENDS.test(text)) return true
      await prepare(begins, known.get(begins) as string)
      return false
    },
  }
}
