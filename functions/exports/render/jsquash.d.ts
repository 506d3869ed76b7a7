declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  interface Options {
    noInitialRun: boolean;
    instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => WebAssembly.Exports;
  }
  interface Decoder {
    decode: (bytes: Uint8Array) => { width: number; height: number; data: Uint8ClampedArray } | null;
  }
  const init: (options: Options) => Promise<Decoder>;
  export = init;
}
