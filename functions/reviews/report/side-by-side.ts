type Settled<Of extends readonly unknown[]> = { -readonly [At in keyof Of]: Awaited<Of[At]> };

/** Waits for all; where several fail, the first of them in the order given is what a caller learns. */
export const sideBySide = async <const Of extends readonly unknown[]>(all: Of): Promise<Settled<Of>> => {
  const settled = await Promise.allSettled(all);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  // None failed, so each is the value of the promise at its place.
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Settled<Of>;
};
