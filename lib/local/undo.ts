/** Functions that stop what was started. */
export type Undo = () => unknown;

/** Stops in reverse order; an error doesn't prevent the rest from stopping. */
export const undoAll = async (undo: Undo[]) => {
  for (const step of undo.toReversed()) {
    try {
      await step();
    } catch (error) {
      console.error('Stopping a part of the stage failed:', error);
    }
  }
};
