import { dispatch } from '../owed/dispatch.ts';

export const handler = dispatch;
