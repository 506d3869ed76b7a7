import type { Plugin } from 'esbuild';

/** Modules that parse files, never web pages; each is imported on demand. */
const OF_FILES = /^\.\/(pdf|docx|image|media)\.ts$/;

/**
 * The demo reads only web pages: the libraries for PDF, Word and images would be half of what each cold start loads.
 */
export const pagesOnly: Plugin = {
  name: 'pages-only',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: OF_FILES }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && importer.endsWith('/reviews/read/extract/extract.ts')
        ? { path, namespace: 'left-out' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is left out of this bundle.`)});`,
    }));
  },
};
