/** How long a browser may take for one step, also on a machine that is busy with other things. */
export const STEP_MS = 90_000;
