export { reconcile as handler } from '../owed/reconcile.ts';
