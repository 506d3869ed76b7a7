export { dispatch as handler } from '../owed/dispatch.ts';
