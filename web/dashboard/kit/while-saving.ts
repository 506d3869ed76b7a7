import { useEffect, useState } from 'react';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

let count = 0;

const underWay = new Map<string, Promise<unknown>>();

/**
 * While the work is under way, the browser asks before it leaves the page: that could cancel what isn't sent yet. The
 * work of a form has its place.
 */
export const whileSaving = async <Result>(work: Promise<Result>, place?: string): Promise<Result> => {
  if (place !== undefined) underWay.set(place, work);
  count += 1;
  window.addEventListener('beforeunload', ask);
  try {
    return await work;
  } finally {
    if (place !== undefined) underWay.delete(place);
    count -= 1;
    // Firefox keeps no page for "Back" that has such a listener.
    if (count === 0) window.removeEventListener('beforeunload', ask);
  }
};

/** Whether a form of this place, which was left, is still saving: key the form by it, so that it reads what is left. */
export const useIsSavingElsewhere = (place: string): boolean => {
  const [earlier, setEarlier] = useState(() => underWay.get(place));
  useEffect(() => {
    const forget = () => setEarlier(undefined);
    void earlier?.then(forget, forget);
  }, [earlier]);
  return earlier !== undefined;
};
