/**
 * Several readers of one stream: what is told on is the last sequence number that none of them needs any more. `names`
 * are the readers; nothing is told before each has spoken.
 */
export const consumedByAll = (names: readonly string[], tell: (sequenceNumber: string) => void) => {
  const at = new Map<string, bigint>();
  return (name: string, sequenceNumber: string): void => {
    at.set(name, BigInt(sequenceNumber));
    const [least] = [...at.values()].sort((a, b) => (a < b ? -1 : 1));
    if (at.size === names.length) tell(String(least));
  };
};
