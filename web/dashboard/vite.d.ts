/// <reference types="vite/types/importMeta.d.ts" />

/** Compiled by lib/build/bundling/markdown-pages.ts. */
declare module '*.md' {
  export const title: string;
  export const html: string;
  export const sections: { id: string; text: string }[];
}
