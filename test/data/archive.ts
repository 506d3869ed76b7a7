import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { extract } from 'tar-stream';

/** The files of an archive, by name. */
export const readArchive = async (key: string): Promise<Map<string, Buffer>> => {
  const s3 = new S3Client({});
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.EVIDENCE_BUCKET, Key: key }));
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
  s3.destroy();
  const files = new Map<string, Buffer>();
  const reader = extract();
  reader.end(gunzipSync(bytes));
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    if (files.has(entry.header.name)) throw new Error(`${entry.header.name} is in the archive twice.`);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
};

/** The records of an archive. */
export const recordsOf = (files: ReadonlyMap<string, Buffer>): Record<string, unknown>[] =>
  [...files]
    .filter(([name]) => name.endsWith('.jsonl'))
    .flatMap(([, bytes]) => bytes.toString('utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
