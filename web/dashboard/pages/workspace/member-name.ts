import type { Member } from './data.ts';

type Named = Pick<Member, 'user_id' | 'name' | 'email'>;

export const nameOf = ({ name, email }: Pick<Named, 'name' | 'email'>): string => name || email;

/** With the address if someone else has the same name. */
export const labelOf = (one: Named, all: readonly Named[]): string => {
  const isShared = all.some((other) => other.user_id !== one.user_id && nameOf(other) === nameOf(one));
  return isShared ? `${nameOf(one)} (${one.email})` : nameOf(one);
};
