/** `ada@example.com` → `a•••@example.com`: its owner recognizes it, and others with the link learn no address. */
export const emailHint = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${at > 1 ? email.slice(0, 1) : ''}•••${email.slice(at)}`;
};
