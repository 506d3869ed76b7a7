const ask = (event: BeforeUnloadEvent) => event.preventDefault();

let underWay = 0;

/** While the work is under way, the browser asks before it leaves the page: that could cancel what isn't sent yet. */
export const whileSaving = async <Result>(work: Promise<Result>): Promise<Result> => {
  underWay += 1;
  window.addEventListener('beforeunload', ask);
  try {
    return await work;
  } finally {
    underWay -= 1;
    // Firefox keeps no page for "Back" that has such a listener.
    if (underWay === 0) window.removeEventListener('beforeunload', ask);
  }
};
