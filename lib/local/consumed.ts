/**
 * Several readers of one stream: reports the last sequence number that none of them needs any longer. `names`
 * are the readers; nothing is reported before each has read.
 */
export const consumedByAll = (names: readonly string[], tell: (sequenceNumber: string) => void) => {
  const at = new Map<string, bigint>();
  return (name: string, sequenceNumber: string): void => {
    at.set(name, BigInt(sequenceNumber));
    const [least] = [...at.values()].sort((a, b) => (a < b ? -1 : 1));
    if (at.size === names.length) tell(String(least));
  };
};
