/** The storage emulator verifies signatures with these keys; the other emulators accept any. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
export const REGION = 'us-east-1';
export const USER_POOL = 'local_pool';
export const BUCKET = 'sidenote-evidence';
export const TABLES = { main: 'sidenote', scratch: 'sidenote-scratch' } as const;

export const clientOf = (endpoint: string) => ({ endpoint, region: REGION, credentials: CREDENTIALS });
export const queueUrl = (endpoint: string, name: string) => `${endpoint}/000000000000/${name}`;
