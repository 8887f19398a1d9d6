/** Tells somebody who waits what is being measured. */
export type Progress = (what: string) => void

export function createProgress(): Progress {
  const startedAt = performance.now()
  return (what) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)
    process.stderr.write(`${seconds} s  ${what}\n`)
  }
}
