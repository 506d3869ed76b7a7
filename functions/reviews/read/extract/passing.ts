/** A temporary fault: the input is out of reach for now. */
export class Passing extends Error {}
