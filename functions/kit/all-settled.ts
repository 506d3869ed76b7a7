type Settled<Of extends readonly unknown[]> = { -readonly [At in keyof Of]: Awaited<Of[At]> };

/** Waits for all; the first failure in the given order is thrown. */
export const allOrFirstError = async <const Of extends readonly unknown[]>(all: Of): Promise<Settled<Of>> => {
  const settled = await Promise.allSettled(all);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Settled<Of>;
};
