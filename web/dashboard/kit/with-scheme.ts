/** People write `www.example.com`; the service requires a URL. */
export const withScheme = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return trimmed;
  return `${/^(localhost|127\.|\[::1\])/.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
};
