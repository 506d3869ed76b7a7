/** With its domain in ASCII, as browsers write it in an email field. */
const comparable = (address: string): string => {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return address.slice(0, at).toLowerCase() + (URL.parse(`http://${domain}`)?.hostname ?? domain);
};

export const matchesHint = (email: string, hint: string): boolean => {
  const [start = '', end = ''] = comparable(hint).split('•••');
  const own = comparable(email);
  return own.startsWith(start) && own.endsWith(end);
};
