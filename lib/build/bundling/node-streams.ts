import type { Plugin } from 'esbuild';

/**
 * The SDK extends the web `ReadableStream` when it loads, which makes Node load its web streams. Here all bodies are
 * Node streams.
 */
export const nodeStreams: Plugin = {
  name: 'node-streams',
  setup(api) {
    api.onLoad({ filter: /[\\/]dist-es[\\/].*[\\/]ChecksumStream\.browser\.js$/ }, () => ({
      contents: 'export class ChecksumStream {}',
      loader: 'js',
    }));
  },
};
