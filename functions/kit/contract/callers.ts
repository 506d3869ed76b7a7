const ANY = ['session', 'token'] as const;
const SESSION = ['session'] as const;

export const PUBLIC = { role: null, by: [] } as const;
export const SIGNED_IN = { role: null, by: SESSION, scope: 'user' } as const;
export const GUESTS = { role: 'GUEST', by: ANY } as const;
export const MEMBERS = { role: 'MEMBER', by: ANY } as const;
export const OWNERS = { role: 'OWNER', by: ANY } as const;
export const OWNER_SESSIONS = { role: 'OWNER', by: SESSION } as const;
export const ADMINS = { role: 'admin', by: SESSION } as const;
/** `ws_id` in the path names the workspace. */
export const IN_PATH = { by: SESSION, scope: 'path' } as const;
export const GUESTS_IN_PATH = { ...IN_PATH, role: 'GUEST' } as const;
export const MEMBERS_IN_PATH = { ...IN_PATH, role: 'MEMBER' } as const;
export const OWNERS_IN_PATH = { ...IN_PATH, role: 'OWNER' } as const;
