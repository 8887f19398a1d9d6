import type { ReactNode } from 'react'

export const DOOR_KINDS = ['lock', 'door', 'box', 'opener'] as const
export type DoorKind = (typeof DOOR_KINDS)[number]
export const DOOR_SIGNS = [
  'locked',
  'unlocked',
  'open',
  'openLong',
  'jammed',
  'moving',
  'offline',
  'unknown',
] as const
export type DoorSignState = (typeof DOOR_SIGNS)[number]

/** What it is: a turning knob, a whole door, a box for keys, an intercom. Each is drawn around the same middle. */
const OUTLINES: Record<DoorKind, string> = {
  lock: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z',
  door: 'M3.5 1h9v14h-9z',
  box: 'M1 4.5h14v8.5h-14zM5.5 4.5v-2a2 2 0 0 1 2-1.5h1a2 2 0 0 1 2 1.5v2',
  opener: 'M3 1h10v14h-10zM5.5 3.2h5',
}

const BODY = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const
const MARK = { stroke: 'currentColor', strokeWidth: 2, fill: 'none' } as const
/** On a body that is filled a mark is cut out, whatever the ground is. */
const CUT = {
  stroke: 'var(--door-sign-ground, var(--mantine-color-body))',
  strokeWidth: 2.2,
  fill: 'none',
} as const

interface Look {
  body?: object
  mark: ReactNode
}

/** How it is: full and calm when locked, hollow when not, broken or crossed where somebody should look. */
const LOOKS: Record<DoorSignState, Look> = {
  locked: { body: { fill: 'currentColor' }, mark: <path {...CUT} d="M4.8 8.5h6.4" /> },
  unlocked: { mark: <path {...MARK} d="M8 5.2v6" /> },
  open: { mark: <path d="M8 4.5h4v8h-4z" fill="currentColor" /> },
  openLong: {
    mark: (
      <>
        <path d="M3.6 4.5h4v8h-4z" fill="currentColor" />
        <path {...MARK} d="M10.3 4.6v4.6M10.3 10.6v2" />
      </>
    ),
  },
  jammed: {
    body: { strokeWidth: 1 },
    mark: <path {...MARK} strokeWidth={2.6} d="M4.6 5.2l6.8 6.8M11.4 5.2l-6.8 6.8" />,
  },
  moving: { mark: <path {...MARK} strokeWidth={1.6} d="M5 7l3-3l3 3M5 12l3-3l3 3" /> },
  offline: { body: { strokeDasharray: '3 2.2' }, mark: <path {...MARK} d="M1.2 14.8l13.6-13.6" /> },
  unknown: {
    body: { strokeDasharray: '1.4 2.4' },
    mark: <circle cx="8" cy="8.5" r="1.8" fill="currentColor" />,
  },
}

interface DoorSignProps {
  kind: DoorKind
  state: DoorSignState
  batteryLow?: boolean
  size?: number
}

/** A door as one drawing that can be told from all others at 16 pixels, also by those who see no colours. */
export function DoorSign({ kind, state, batteryLow = false, size = 16 }: DoorSignProps) {
  const { body, mark } = LOOKS[state]
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" data-kind={kind} data-state={state} aria-hidden>
      <path {...BODY} {...body} d={OUTLINES[kind]} />
      {mark}
      {batteryLow && (
        <>
          <path {...CUT} strokeWidth={1.6} fill={CUT.stroke} d="M7.4 10.6h8.2v5h-8.2z" />
          <path stroke="currentColor" strokeWidth={1.2} fill="none" d="M8.6 11.4h5.4v3.6h-5.4z" />
          <path fill="currentColor" d="M9.2 12h1.4v2.4h-1.4zM14.6 12.4h1v1.6h-1z" />
        </>
      )}
    </svg>
  )
}
