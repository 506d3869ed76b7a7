export { purge as handler } from '../purge/purge.ts';
