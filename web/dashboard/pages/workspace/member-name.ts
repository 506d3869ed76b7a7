import type { Member } from './data.ts';

type Named = Pick<Member, 'name' | 'email'>;

export const nameOf = ({ name, email }: Named): string => name || email;

/** Names of members, with the address if several have the same. */
export const labelsOf = (all: readonly Named[]): ((one: Named) => string) => {
  const byName = Map.groupBy(all, nameOf);
  return (one) => ((byName.get(nameOf(one))?.length ?? 0) > 1 ? `${nameOf(one)} (${one.email})` : nameOf(one));
};
