import { SaidError } from '../../../codes/said.ts';

/** What came cannot be read, and trying again would not help. The message says what to change. */
export class Unreadable extends SaidError {}
