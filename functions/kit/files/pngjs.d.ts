declare module 'pngjs' {
  interface Pixels {
    width: number;
    height: number;
    data: Uint8Array;
  }
  export const PNG: {
    new (size: { width: number; height: number }): Pixels;
    sync: { read(bytes: Uint8Array): Pixels; write(pixels: Pixels, options?: { deflateLevel?: number }): Buffer };
  };
}
