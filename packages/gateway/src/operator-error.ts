/** Something that whoever runs the gateway can mend; the sentence says what. */
export class OperatorError extends Error {}
