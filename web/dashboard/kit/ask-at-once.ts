interface Listed {
  id: string;
}

/** The one that was open last is nearly always opened again, so requests for it don't wait for the list to say so. */
export const askAtOnce = async <One extends Listed>(
  last: string | null,
  list: Promise<{ items: One[] }>,
  choose: (items: One[]) => One | undefined,
  ask: (id: string) => unknown,
): Promise<void> => {
  const [listed] = await Promise.allSettled([list, last && ask(last)]);
  const chosen = listed.status === 'fulfilled' ? choose(listed.value.items) : undefined;
  if (chosen && chosen.id !== last) await ask(chosen.id);
};
