import type { Route } from '@latchwork/contract'
import { Badge } from '@mantine/core'

const COLORS: Record<Route['method'], string> = { GET: 'blue', PUT: 'latch', POST: 'violet', DELETE: 'red' }

/** What kind of call it is, in a colour of its own. */
export const MethodBadge = ({ method }: Pick<Route, 'method'>) => (
  <Badge color={COLORS[method]} variant="light" miw={72} tt="none">
    {method}
  </Badge>
)
