import { reconcile } from '../owed/reconcile.ts';

export const handler = reconcile;
