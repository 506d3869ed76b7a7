import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { setting } from '../config.ts';
import { sha256 } from '../sha256.ts';
import { isUploadOf, outOfReach, SignedStorage, type UploadPurpose } from './signed-storage.ts';

const KEPT = 'private, max-age=300';

export interface StoredObject {
  bytes: Buffer;
  type: string;
}

export interface ObjectStart extends StoredObject {
  size: number;
  etag: string;
}

/** S3 tells a caller without the right to list "denied" for what is absent. */
const isAbsent = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name);

const isNotToCopy = (error: unknown) =>
  isAbsent(error) || (error instanceof Error && error.name === 'PreconditionFailed');

const reach = <T>(attempt: () => Promise<T>, isNone: (error: unknown) => boolean = isAbsent): Promise<T | undefined> =>
  attempt().catch((error: unknown) => {
    if (isNone(error)) return undefined;
    throw outOfReach();
  });

type S3 = typeof import('./s3.ts')['s3'];

/** Loads the SDK for the first object that it reads or writes: most calls about files only sign addresses. */
export class Storage extends SignedStorage {
  readonly #open: (s3: S3) => S3Client;
  #client: S3Client | undefined;

  constructor(open: (s3: S3) => S3Client, bucket: string) {
    super(bucket);
    this.#open = open;
  }

  async #ask<T>(ask: (client: S3Client, s3: S3) => Promise<T>): Promise<T> {
    const { s3 } = await import('./s3.ts');
    this.#client ??= this.#open(s3);
    return ask(this.#client, s3);
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: key };
  }

  async readUpload(
    purpose: UploadPurpose,
    key: string,
    maxBytes: number,
  ): Promise<{ bytes?: Buffer; type: string } | undefined> {
    return isUploadOf(key, purpose) ? this.#get(key, maxBytes) : undefined;
  }

  async read(key: string, maxBytes: number): Promise<StoredObject | undefined> {
    const { bytes, type = '' } = (await this.#get(key, maxBytes)) ?? {};
    return bytes && { bytes, type };
  }

  async readStart(key: string, most: number): Promise<ObjectStart | undefined> {
    try {
      const { Body, ContentRange, ContentType, ETag } = await this.#ask((client, { GetObjectCommand }) =>
        client.send(new GetObjectCommand({ ...this.#at(key), Range: `bytes=0-${most - 1}` })),
      );
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      const size = Number(ContentRange?.split('/')[1] ?? bytes.length);
      return { bytes, type: ContentType ?? '', size, etag: ETag ?? '' };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      // An empty object has no range.
      if (error instanceof Error && error.name === 'InvalidRange')
        return { bytes: Buffer.alloc(0), type: '', size: 0, etag: '' };
      throw outOfReach();
    }
  }

  async keep(key: string, bytes: Uint8Array, type: string, disposition?: string): Promise<void> {
    const kept = { Body: bytes, ContentType: type, CacheControl: KEPT, ContentDisposition: disposition };
    await reach(
      () =>
        this.#ask((client, { PutObjectCommand }) => client.send(new PutObjectCommand({ ...this.#at(key), ...kept }))),
      () => false,
    );
  }

  /** Such a file never changes. Returns its key. */
  async keepByHash(
    prefix: string,
    bytes: Uint8Array,
    extension: string,
    type: string,
    disposition?: string,
  ): Promise<string> {
    const key = `${prefix}${sha256(bytes).slice(0, 32)}.${extension}`;
    await this.keep(key, bytes, type, disposition);
    return key;
  }

  async copy(from: string, to: string, etag?: string): Promise<boolean> {
    const CopySource = `${this.bucket}/${from}`;
    const copied = { ...this.#at(to), CopySource, CopySourceIfMatch: etag };
    const copy = () => this.#ask((client, { CopyObjectCommand }) => client.send(new CopyObjectCommand(copied)));
    return Boolean(await reach(copy, isNotToCopy));
  }

  #find(key: string) {
    return this.#ask((client, { GetObjectCommand }) => client.send(new GetObjectCommand(this.#at(key))));
  }

  async #get(key: string, maxBytes: number): Promise<{ bytes?: Buffer; type: string } | undefined> {
    return reach(async () => {
      const found = await this.#find(key);
      const { Body, ContentLength = 0, ContentType: type = '' } = found;
      if (ContentLength > maxBytes) {
        // The unread body would keep the connection busy.
        (Body as Readable | undefined)?.destroy();
        return { type };
      }
      return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), type };
    });
  }

  async list(prefix: string, after?: string, most?: number): Promise<{ key: string; size: number }[]> {
    const asked = { Bucket: this.bucket, Prefix: prefix, StartAfter: after, MaxKeys: most };
    const { Contents = [] } = await this.#ask((client, { ListObjectsV2Command }) =>
      client.send(new ListObjectsV2Command(asked)),
    );
    return Contents.flatMap(({ Key, Size = 0 }) => (Key === undefined ? [] : [{ key: Key, size: Size }]));
  }

  async open(key: string): Promise<Readable | undefined> {
    const found = await reach(() => this.#find(key));
    return found?.Body as Readable | undefined;
  }

  /** Each part has at least 5 MiB, except the last. */
  async startParts(key: string, type: string): Promise<string> {
    const { UploadId } = await this.#ask((client, { CreateMultipartUploadCommand }) =>
      client.send(new CreateMultipartUploadCommand({ ...this.#at(key), ContentType: type })),
    );
    if (!UploadId) throw outOfReach();
    return UploadId;
  }

  async putPart(key: string, upload: string, part: number, bytes: Uint8Array): Promise<string> {
    const { ETag = '' } = await this.#ask((client, { UploadPartCommand }) =>
      client.send(new UploadPartCommand({ ...this.#at(key), UploadId: upload, PartNumber: part, Body: bytes })),
    );
    return ETag;
  }

  async endParts(key: string, upload: string, tags: readonly string[]): Promise<void> {
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    const uploaded = { ...this.#at(key), UploadId: upload, MultipartUpload: { Parts } };
    await this.#ask((client, { CompleteMultipartUploadCommand }) =>
      client.send(new CompleteMultipartUploadCommand(uploaded)),
    );
  }

  async dropParts(key: string, upload: string): Promise<void> {
    await this.#ask((client, { AbortMultipartUploadCommand }) =>
      client.send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: upload })),
    ).catch(() => undefined);
  }

  async remove(key: string): Promise<void> {
    await this.#ask((client, { DeleteObjectCommand }) => client.send(new DeleteObjectCommand(this.#at(key))));
  }

  async removeFolder(prefix: string, mayGoOn: () => boolean = () => true): Promise<boolean> {
    while (mayGoOn()) {
      const found = await this.list(prefix);
      if (found.length === 0) return true;
      const Objects = found.map(({ key }) => ({ Key: key }));
      const { Errors = [] } = await this.#ask((client, { DeleteObjectsCommand }) =>
        client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } })),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} objects under ${prefix} could not be removed.`);
    }
    return false;
  }
}

/** An attach reads and writes: both, tried twice, end before the function's 20 s are over. */
export const openStorage = (answerMs = 4000): Storage =>
  new Storage((s3) => s3.open(answerMs), setting('EVIDENCE_BUCKET'));
