import { lchownSync, statSync } from 'node:fs'
import { getuid } from 'node:process'

/**
 * A command may be run by root, and the service is somebody else, to whom the file has to belong. That somebody may have
 * put a link in its place: what it leads to is not given away.
 */
export function giveToOwner(dataDir: string, path: string): void {
  if (getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  lchownSync(path, uid, gid)
}
