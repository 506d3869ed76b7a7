import { SaidError } from '../../codes/said.ts';

/** A persona could not come to a verdict, and another try would end the same. The message is for the workspace. */
export class RunFailed extends SaidError {}
