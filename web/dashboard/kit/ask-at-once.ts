interface Listed {
  id: string;
}

/** The likely one, such as that of the last visit, is nearly always right, so requests for it don't wait for the list. */
export const askAtOnce = async <One extends Listed>(
  likely: string | null,
  list: Promise<{ items: One[] }>,
  choose: (items: One[]) => One | undefined,
  ask: (id: string) => unknown,
): Promise<void> => {
  const [listed] = await Promise.allSettled([list, likely && ask(likely)]);
  const chosen = listed.status === 'fulfilled' ? choose(listed.value.items) : undefined;
  if (chosen && chosen.id !== likely) await ask(chosen.id);
};
