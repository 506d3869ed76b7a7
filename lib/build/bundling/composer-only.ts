import type { Plugin } from 'esbuild';

/** Parts of nodemailer for attachments by name, content by address, and recipients as text. */
const UNUSED =
  /[\\/]nodemailer[\\/]dist[\\/]esm[\\/](mime-funcs[\\/]mime-types|fetch[\\/]index|addressparser[\\/]index)\.js$/;
const PUNYCODE = /[\\/]nodemailer[\\/]dist[\\/]esm[\\/]punycode[\\/]index\.js$/;

const LEFT_OUT = `const leftOut = () => { throw new Error('This part of nodemailer is left out of the bundle.'); };
export { leftOut as default, leftOut as detectMimeType, leftOut as detectExtension };`;

/** Mails are composed without what reads files, web addresses and lists of recipients: two thirds of the composer. */
export const composerOnly: Plugin = {
  name: 'composer-only',
  setup: ({ onLoad }) => {
    onLoad({ filter: UNUSED }, () => ({ contents: LEFT_OUT }));
    // Node has its own.
    onLoad({ filter: PUNYCODE }, () => ({
      contents: "export { domainToASCII as toASCII, domainToUnicode as toUnicode } from 'node:url';",
    }));
  },
};
