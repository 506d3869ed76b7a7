declare module 'pdfkit' {
  interface Reference {
    end: (chunk?: string | Uint8Array) => void;
  }

  interface Outline {
    addItem: (title: string) => Outline;
  }

  class PDFDocument {
    constructor(options: Record<string, unknown>);
    page: { fonts: Record<string, unknown>; xobjects: Record<string, unknown> };
    outline: Outline;
    ref(data: Record<string, unknown>): Reference;
    addPage(): this;
    addContent(operators: string): this;
    link(x: number, y: number, width: number, height: number, url: string): this;
    goTo(x: number, y: number, width: number, height: number, name: string): this;
    addNamedDestination(name: string, kind: 'XYZ', x: number, y: number, zoom: null): void;
    end(): void;
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
  }

  export = PDFDocument;
}
