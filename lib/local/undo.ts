/** Stops a part that was started. */
export type Undo = () => unknown;

/** Stops what was started last first; what fails keeps nothing else from being stopped. */
export const undoAll = async (undo: Undo[]) => {
  for (const step of undo.toReversed()) {
    try {
      await step();
    } catch (error) {
      console.error('Stopping a part of the stage failed:', error);
    }
  }
};
