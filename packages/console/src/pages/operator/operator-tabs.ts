export const OPERATOR_TABS = ['mail', 'applications'] as const
export type OperatorTab = (typeof OPERATOR_TABS)[number]
