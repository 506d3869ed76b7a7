const SHORT = 12;

type Revision = Readonly<Record<string, unknown>>;

/** As people name a revision: `3f786850e387 (main)`. */
export const revisionText = ({ commit, branch }: Revision): string => {
  const [sha, name] = [commit, branch].map((part) => (typeof part === 'string' ? part : ''));
  if (!sha) return name ?? '';
  return name ? `${sha.slice(0, SHORT)} (${name})` : sha.slice(0, SHORT);
};

/** Everything that its writer said, a line each. */
export const changeText = (change: Revision): string =>
  [change.diff_url, change.pr_url, revisionText(change), change.explanation].filter(Boolean).join('\n');
