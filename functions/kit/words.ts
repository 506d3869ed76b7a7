/** `words('a b')` is `['a', 'b']`, also if the list has several lines. */
export const words = (list: string): string[] => list.trim().split(/\s+/);

export const wordSet = (list: string): Set<string> => new Set(words(list));
