import { createTransformer } from '@swc/jest';

/** For a package that writes to `import.meta`, which has no counterpart in CommonJS. */
export default {
  createTransformer: (options) => {
    const swc = createTransformer(options);
    return {
      ...swc,
      process: (source, path, more) =>
        swc.process(source.replaceAll(/import\.meta\.url\s*=(?!=)/g, 'void '), path, more),
    };
  },
};
