export const inOrder = async <Wanted, Found>(
  wanted: readonly Wanted[],
  atOnce: number,
  read: (one: Wanted) => Promise<Found>,
  take: (found: Found) => Promise<void>,
): Promise<void> => {
  const ahead: Promise<Found>[] = [];
  let next = 0;
  const start = () => {
    const one = wanted[next];
    if (one === undefined) return;
    next += 1;
    const reading = read(one);
    // Its error is thrown when it is taken.
    reading.catch(() => {});
    ahead.push(reading);
  };
  for (let count = 0; count < atOnce; count += 1) start();
  for (let reading = ahead.shift(); reading; reading = ahead.shift()) {
    const found = await reading;
    start();
    await take(found);
  }
};
