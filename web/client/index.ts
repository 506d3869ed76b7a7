export { ApiError, type ValidationItem } from './api-error.ts';
export { type ClientSettings, createClient } from './create-client.ts';
export { every } from './every.ts';
export type { CallOptions, Client, InputOf, OperationId, OutputOf } from './types.ts';
