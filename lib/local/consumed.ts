/**
 * Reports the last sequence number that all readers of a stream have processed. `names` are the readers; nothing is
 * reported until each has reported once.
 */
export const consumedByAll = (names: readonly string[], report: (sequenceNumber: string) => void) => {
  const at = new Map<string, bigint>();
  return (name: string, sequenceNumber: string): void => {
    at.set(name, BigInt(sequenceNumber));
    const [lowest] = [...at.values()].sort((a, b) => (a < b ? -1 : 1));
    if (at.size === names.length) report(String(lowest));
  };
};
