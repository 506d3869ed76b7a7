import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { setting } from '../config.ts';
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

export class Storage extends SignedStorage {
  readonly #client: S3Client;

  constructor(client: S3Client, bucket: string) {
    super(bucket);
    this.#client = client;
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
      const { Body, ContentRange, ContentType, ETag } = await this.#client.send(
        new GetObjectCommand({ ...this.#at(key), Range: `bytes=0-${most - 1}` }),
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

  async keep(key: string, bytes: Uint8Array, type: string): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(key), Body: bytes, ContentType: type, CacheControl: KEPT });
    await reach(
      () => this.#client.send(command),
      () => false,
    );
  }

  async copy(from: string, to: string, etag?: string): Promise<boolean> {
    const CopySource = `${this.bucket}/${from}`;
    const command = new CopyObjectCommand({ ...this.#at(to), CopySource, CopySourceIfMatch: etag });
    return Boolean(await reach(() => this.#client.send(command), isNotToCopy));
  }

  async #get(key: string, maxBytes: number): Promise<{ bytes?: Buffer; type: string } | undefined> {
    return reach(async () => {
      const found = await this.#client.send(new GetObjectCommand(this.#at(key)));
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
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, StartAfter: after, MaxKeys: most }),
    );
    return Contents.flatMap(({ Key, Size = 0 }) => (Key === undefined ? [] : [{ key: Key, size: Size }]));
  }

  async open(key: string): Promise<Readable | undefined> {
    const found = await reach(() => this.#client.send(new GetObjectCommand(this.#at(key))));
    return found?.Body as Readable | undefined;
  }

  /** Each part has at least 5 MiB, except the last. */
  async startParts(key: string, type: string): Promise<string> {
    const command = new CreateMultipartUploadCommand({ ...this.#at(key), ContentType: type });
    const { UploadId } = await this.#client.send(command);
    if (!UploadId) throw outOfReach();
    return UploadId;
  }

  async putPart(key: string, upload: string, part: number, bytes: Uint8Array): Promise<string> {
    const { ETag = '' } = await this.#client.send(
      new UploadPartCommand({ ...this.#at(key), UploadId: upload, PartNumber: part, Body: bytes }),
    );
    return ETag;
  }

  async endParts(key: string, upload: string, tags: readonly string[]): Promise<void> {
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    const uploaded = { ...this.#at(key), UploadId: upload, MultipartUpload: { Parts } };
    await this.#client.send(new CompleteMultipartUploadCommand(uploaded));
  }

  async dropParts(key: string, upload: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: upload });
    await this.#client.send(command).catch(() => undefined);
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  async removeFolder(prefix: string, mayGoOn: () => boolean = () => true): Promise<boolean> {
    while (mayGoOn()) {
      const found = await this.list(prefix);
      if (found.length === 0) return true;
      const Objects = found.map(({ key }) => ({ Key: key }));
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} objects under ${prefix} could not be removed.`);
    }
    return false;
  }
}

export const openStorage = (
  client = new S3Client({
    // By default the SDK signs the checksum of an empty body into a presigned PUT, which S3 then refuses.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // An attach reads and writes: both, tried twice, end before the function's 20 s are over.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 4000, socketTimeout: 4000, throwOnRequestTimeout: true },
  }),
): Storage => new Storage(client, setting('EVIDENCE_BUCKET'));
