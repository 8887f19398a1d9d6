/** Something that whoever runs the gateway can mend; the sentence says what. */
export class OperatorError extends Error {}

/** The service does not know this gateway, or not any more. */
export class ClaimError extends OperatorError {}
