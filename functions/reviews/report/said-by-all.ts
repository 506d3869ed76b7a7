const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?”"])\s+/).filter(Boolean);

export const saidByAll = (texts: readonly string[]): { shared: string; left: (text: string) => string } => {
  const each = texts.filter((text) => text.trim()).map(sentencesOf);
  const [first = [], ...others] = each;
  const shared = others.length === 0 ? [] : first.filter((one) => others.every((all) => all.includes(one)));
  return {
    shared: shared.join(' '),
    left: (text) =>
      sentencesOf(text)
        .filter((one) => !shared.includes(one))
        .join(' '),
  };
};
