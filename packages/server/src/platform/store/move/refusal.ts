/** What a write fails with while the store is being handed over to another, and ever after: on SQLite by its words. */
export const IS_MOVING = 'latchwork is moving'
/** And on PostgreSQL by its code. */
export const MOVING_CODE = 'LW503'
