export const closure = (start: Iterable<string>, next: (name: string) => Iterable<string>): Set<string> => {
  const found = new Set(start);
  // A set's iteration includes what is added meanwhile.
  for (const name of found) for (const one of next(name)) found.add(one);
  return found;
};
