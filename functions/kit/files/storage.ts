import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { setting } from '../config.ts';
import { unavailable } from '../errors.ts';
import { isId, newId } from '../ids.ts';
import { objects } from '../table/keys.ts';

const UPLOAD_SECONDS = 300;
const KEPT = 'private, max-age=300';

/** What an upload is for: `owner` is the annotation, or the site where there is none yet. */
export interface UploadPurpose {
  workspace_id: string;
  owner: string;
  kind: string;
}

export interface PresignedUpload {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
  key: string;
  expires_in_seconds: number;
}

export interface StoredObject {
  bytes: Buffer;
  type: string;
}

/** How an object begins, and what tells whether it is still the same. */
export interface ObjectStart extends StoredObject {
  size: number;
  etag: string;
}

const isOf = (key: string, { workspace_id, owner, kind }: UploadPurpose): boolean => {
  const id = key.slice(key.lastIndexOf('/') + 1);
  return isId(id) && key === objects.incoming(workspace_id, owner, kind, id);
};

/** S3 tells a caller without the right to list "denied" for what is absent. */
const isAbsent = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name);

/** The answer to a HEAD has no body that could say why. */
const isAbsentToHead = (error: unknown) =>
  error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0);

const outOfReach = () => unavailable('files_unreachable');

/** The evidence bucket. */
export class Storage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** A PUT into `incoming/`, valid for five minutes, for exactly this content type and, if given, exactly that many bytes. */
  async presignUpload(
    { workspace_id, owner, kind }: UploadPurpose,
    type: string,
    size: number | undefined,
  ): Promise<PresignedUpload> {
    const key = objects.incoming(workspace_id, owner, kind, newId());
    const url = await getSignedUrl(
      this.#client,
      new PutObjectCommand({ Bucket: this.#bucket, Key: key, ContentType: type, ContentLength: size }),
      { expiresIn: UPLOAD_SECONDS, signableHeaders: new Set(['content-type', 'content-length', 'host']) },
    );
    return { url, method: 'PUT', headers: { 'content-type': type }, key, expires_in_seconds: UPLOAD_SECONDS };
  }

  /** A GET of one object, answered with that `content-disposition` where one is given. */
  presignGet(key: string, expiresInSeconds: number, disposition?: string): Promise<string> {
    return getSignedUrl(
      this.#client,
      new GetObjectCommand({ Bucket: this.#bucket, Key: key, ResponseContentDisposition: disposition }),
      { expiresIn: expiresInSeconds },
    );
  }

  /** Size and content type of an upload; undefined for a key of another purpose, and for one that holds nothing. */
  async stat(purpose: UploadPurpose, key: string): Promise<{ size: number; type: string } | undefined> {
    if (!isOf(key, purpose)) return undefined;
    try {
      const { ContentLength = 0, ContentType = '' } = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: key }),
      );
      return { size: ContentLength, type: ContentType };
    } catch (error) {
      if (isAbsentToHead(error)) return undefined;
      throw outOfReach();
    }
  }

  /** Best effort: empties a refused upload, so that it isn't stored until it expires. */
  async empty(key: string): Promise<void> {
    await this.#client
      .send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: Buffer.alloc(0) }))
      .catch(() => undefined);
  }

  /** An upload, without its bytes where there are more than `maxBytes`; undefined where `stat` would find nothing. */
  async readUpload(
    purpose: UploadPurpose,
    key: string,
    maxBytes: number,
  ): Promise<{ bytes?: Buffer; type: string } | undefined> {
    return isOf(key, purpose) ? this.#get(key, maxBytes) : undefined;
  }

  /** An object; undefined where there is none, or one of more than `maxBytes`. */
  async read(key: string, maxBytes: number): Promise<StoredObject | undefined> {
    const { bytes, type = '' } = (await this.#get(key, maxBytes)) ?? {};
    return bytes && { bytes, type };
  }

  /** The first bytes of an object; undefined where there is none. */
  async readStart(key: string, most: number): Promise<ObjectStart | undefined> {
    try {
      const { Body, ContentRange, ContentType, ETag } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range: `bytes=0-${most - 1}` }),
      );
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      const size = Number(ContentRange?.split('/')[1] ?? bytes.length);
      return { bytes, type: ContentType ?? '', size, etag: ETag ?? '' };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      // There is no range in nothing.
      if (error instanceof Error && error.name === 'InvalidRange')
        return { bytes: Buffer.alloc(0), type: '', size: 0, etag: '' };
      throw outOfReach();
    }
  }

  /** Writes an object under a key of ours. */
  async keep(key: string, bytes: Uint8Array, type: string): Promise<void> {
    try {
      await this.#client.send(
        new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes, ContentType: type, CacheControl: KEPT }),
      );
    } catch {
      throw outOfReach();
    }
  }

  /** Copies an object with its content type; false where it is gone, or no longer the one that has this `etag`. */
  async copy(from: string, to: string, etag?: string): Promise<boolean> {
    try {
      await this.#client.send(
        new CopyObjectCommand({
          Bucket: this.#bucket,
          Key: to,
          CopySource: `${this.#bucket}/${from}`,
          CopySourceIfMatch: etag,
        }),
      );
      return true;
    } catch (error) {
      if (isAbsent(error) || (error instanceof Error && error.name === 'PreconditionFailed')) return false;
      throw outOfReach();
    }
  }

  /** Without bytes where there are more than `maxBytes`. */
  async #get(key: string, maxBytes: number): Promise<{ bytes?: Buffer; type: string } | undefined> {
    try {
      const {
        Body,
        ContentLength = 0,
        ContentType: type = '',
      } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      if (ContentLength > maxBytes) {
        // The unread body would keep the connection busy.
        (Body as Readable | undefined)?.destroy();
        return { type };
      }
      return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), type };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw outOfReach();
    }
  }

  /** Objects under `prefix`, by key, those after a given one. */
  async list(prefix: string, after: string | undefined, most: number): Promise<{ key: string; size: number }[]> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, StartAfter: after, MaxKeys: most }),
    );
    return Contents.flatMap(({ Key, Size = 0 }) => (Key === undefined ? [] : [{ key: Key, size: Size }]));
  }

  /** The bytes of an object as they come; undefined if it is gone. */
  async open(key: string): Promise<Readable | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      return Body as Readable | undefined;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw outOfReach();
    }
  }

  /** Starts an upload in parts, each of at least 5 MiB but the last. Gives its id. */
  async startParts(key: string, type: string): Promise<string> {
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ Bucket: this.#bucket, Key: key, ContentType: type }),
    );
    if (!UploadId) throw outOfReach();
    return UploadId;
  }

  /** Uploads one part, numbered from 1, in place of an earlier one of that number. Gives its tag. */
  async putPart(key: string, upload: string, part: number, bytes: Uint8Array): Promise<string> {
    const { ETag = '' } = await this.#client.send(
      new UploadPartCommand({ Bucket: this.#bucket, Key: key, UploadId: upload, PartNumber: part, Body: bytes }),
    );
    return ETag;
  }

  /** Makes an object of the parts, by their tags in order. */
  async endParts(key: string, upload: string, tags: readonly string[]): Promise<void> {
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await this.#client.send(
      new CompleteMultipartUploadCommand({
        Bucket: this.#bucket,
        Key: key,
        UploadId: upload,
        MultipartUpload: { Parts },
      }),
    );
  }

  /** Gives an upload in parts up, as far as it is still there. */
  async dropParts(key: string, upload: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId: upload });
    await this.#client.send(command).catch(() => undefined);
  }

  /** Removes what stands under `prefix`, as long as `mayGoOn`; tells whether nothing is left. Safe to repeat. */
  async removeFolder(prefix: string, mayGoOn: () => boolean = () => true): Promise<boolean> {
    while (mayGoOn()) {
      const { Contents = [] } = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix }),
      );
      const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
      if (Objects.length === 0) return true;
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} objects under ${prefix} could not be removed.`);
    }
    return false;
  }
}

/** The evidence bucket of this stage. */
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
