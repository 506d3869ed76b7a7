declare module '*.css' {
  const css: string;
  // biome-ignore lint/style/noDefaultExport: the bundler exports a text file as its default.
  export default css;
}
