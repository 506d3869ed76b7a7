import type { Plugin } from 'esbuild';

/** As it is loaded, the SDK extends the stream of browsers, which Node loads when it is first named. Here bodies are streams of Node's own. */
export const nodeStreams: Plugin = {
  name: 'node-streams',
  setup(api) {
    api.onLoad({ filter: /[\\/]dist-es[\\/].*[\\/]ChecksumStream\.browser\.js$/ }, () => ({
      contents: 'export class ChecksumStream {}',
      loader: 'js',
    }));
  },
};
