import type { Link } from '../link/link.ts'
import type { TableShape } from '../link/tables.ts'

/** The database that rows are copied from. */
export interface Source extends Link {
  /** Throws while a service uses the database. */
  assertUnused(): Promise<void>
  /** Begins a transaction in which nobody else can write. */
  freeze(tables: readonly TableShape[]): Promise<void>
  /** Begins a transaction that reads everything as it is at one moment. */
  snapshot(): Promise<void>
}

/** The database that rows are copied to. No service starts with it before it is released. */
export interface Target {
  /** Where it is, without user name and password. */
  readonly described: string
  /** The id of the move that has begun here and not ended. */
  findMoveId(): Promise<string | undefined>
  /** Throws where something is there already or nothing can be made; changes nothing. */
  assertEmpty(): Promise<void>
  /** A connection for temporary tables, which are gone when it is closed. */
  openScratch(): Promise<Link>
  /** Makes the tables where they are missing. PostgreSQL gets a partition for each month since the oldest row. */
  open(moveId: string, oldestMs: number | undefined): Promise<Link>
  /** Checks the references and sees that everything is on the disk, when all rows and indexes are there. */
  check(link: Link): Promise<void>
  release(link: Link): Promise<void>
  close(): Promise<void>
}
