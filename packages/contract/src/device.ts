/**
 * LDP/1, the protocol our own devices and simulated locks speak over MQTT. Both sides validate with these schemas.
 * Numbers of states, actions, triggers and errors are the device family's own (contract 6 and 7.5). Who builds a
 * device reads the files below and nothing else.
 */

export * from './device/access.ts'
export * from './device/messages.ts'
export * from './device/pairings.ts'
export * from './device/refusals.ts'
export * from './device/signing.ts'
export * from './device/topics.ts'
