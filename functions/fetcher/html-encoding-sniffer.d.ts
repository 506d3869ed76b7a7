declare module 'html-encoding-sniffer' {
  interface Hints {
    transportLayerEncodingLabel?: string;
    defaultEncoding?: string;
    maxPrescanBytes?: number;
  }
  const sniffEncoding: (bytes: Uint8Array, hints?: Hints) => string;
  export = sniffEncoding;
}
