import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

const object = (number: number, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);

const stream = (content: Buffer, filter = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length}${filter} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

/** One line of text: its size, where it stands, what it says. */
export type PdfLine = readonly [size: number, x: number, y: number, text: string];

export interface PdfParts {
  /** Added to the catalog and to the trailer. */
  catalog?: string;
  trailer?: string;
  /** Objects from 1000 on. */
  objects?: readonly string[];
  /** In place of a page's text. */
  content?: Buffer;
}

/** A PDF of these pages, written byte by byte. */
export const pdfOf = (pages: readonly (readonly PdfLine[])[], parts: PdfParts = {}): Buffer => {
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ');
  const written = [
    object(1, `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ''} >>`),
    object(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...pages.flatMap((lines, index) => {
      const text = lines.map(([size, x, y, said]) => `BT /F1 ${size} Tf ${x} ${y} Td (${said}) Tj ET`).join('\n');
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${11 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
      const content = parts.content ? deflateSync(parts.content) : Buffer.from(text);
      const filter = parts.content ? ' /Filter /FlateDecode' : '';
      return [object(10 + index * 2, page), object(11 + index * 2, stream(content, filter))];
    }),
    ...(parts.objects ?? []).map((body, index) => object(1000 + index, body)),
  ];
  const header = Buffer.from('%PDF-1.7\n');
  let offset = header.length;
  const rows = written.map((bytes) => {
    const number = Number.parseInt(bytes.toString('latin1', 0, 8), 10);
    const row = `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += bytes.length;
    return row;
  });
  const trailer = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 2000 /Root 1 0 R ${parts.trailer ?? ''} >>\nstartxref\n${offset}\n%%EOF`;
  return Buffer.concat([header, ...written, Buffer.from(trailer)]);
};

export interface ZipPart {
  name: string;
  bytes: Buffer;
  /** Its claimed unpacked size, if that is false. */
  says?: number;
  flags?: number;
}

/** A ZIP file with deflated parts. */
export const zipWith = (parts: readonly ZipPart[]): Buffer => {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, says = bytes.length, flags = 0 } of parts) {
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const size = Buffer.concat(directory).length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...directory, end]);
};

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a Word document; `body` is the XML of its paragraphs. */
export const wordParts = (body: string, before = ''): ZipPart[] => [
  {
    name: '[Content_Types].xml',
    bytes: Buffer.from(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
  },
  {
    name: '_rels/.rels',
    bytes: Buffer.from(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
  },
  {
    name: 'word/document.xml',
    bytes: Buffer.from(`${before}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`),
  },
];

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** A png of this size, whose pixels are what is given: rows of a filter byte and RGBA. */
export const pngOf = (width: number, height: number, rows: Buffer): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
