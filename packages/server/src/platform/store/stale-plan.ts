/** PostgreSQL says that the columns of a prepared statement changed since it was prepared. */
export const isStalePlan = (error: unknown): boolean =>
  (error as { routine?: string }).routine === 'RevalidateCachedQuery'
