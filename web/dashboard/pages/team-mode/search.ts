export interface TeamModeSearch {
  token?: string;
  origin?: string;
  channel?: string;
}

const textAt = (search: Record<string, unknown>, name: keyof TeamModeSearch, form: RegExp): TeamModeSearch => {
  const value = search[name];
  return typeof value === 'string' && form.test(value) ? { [name]: value } : {};
};

export const readTeamModeSearch = (search: Record<string, unknown>): TeamModeSearch => ({
  ...textAt(search, 'token', /^svwt_\w{20,120}$/),
  ...textAt(search, 'origin', /^https?:\/\/[^/\s]{1,240}$/),
  ...textAt(search, 'channel', /^[a-z\d-]{16,80}$/),
});
