export { linkSignIn as handler } from '../sign-in/link-sign-in.ts';
