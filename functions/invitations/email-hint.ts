/** `ada@example.com` → `a•••@example.com`: its owner recognises it, and whoever a link was forwarded to learns no address. */
export const emailHint = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${at > 1 ? email.slice(0, 1) : ''}•••${email.slice(at)}`;
};
