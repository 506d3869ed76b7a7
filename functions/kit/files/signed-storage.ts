import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { Sha256 } from '@smithy/core/checksum';
import { buildQueryString, escapeUriPath, HttpRequest } from '@smithy/core/protocols';
import { SECOND } from '../clock.ts';
import { optionalSetting, setting } from '../config.ts';
import { unavailable } from '../errors.ts';
import { isId, newId } from '../ids.ts';
import { objects } from '../table/keys.ts';

const UPLOAD_SECONDS = 300;
const ASKED_SECONDS = 60;
const TIMEOUT_MS = 4 * SECOND;

/** `owner` is the annotation, or the site if there is none yet. */
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

export const isUploadOf = (key: string, { workspace_id, owner, kind }: UploadPurpose): boolean => {
  const id = key.slice(key.lastIndexOf('/') + 1);
  return isId(id) && key === objects.incoming(workspace_id, owner, kind, id);
};

export const outOfReach = () => unavailable('files_unreachable');

interface Signed {
  method: 'GET' | 'PUT' | 'HEAD';
  key: string;
  seconds: number;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

const answerTo = (method: string, url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp;
    request(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end();
  });

/** Accesses objects by signed URLs, without the S3 client, which is a quarter of the bundles that include it. */
export class SignedStorage {
  readonly bucket: string;
  readonly #region = setting('AWS_REGION');
  readonly #signer = new S3RequestPresigner({
    region: this.#region,
    sha256: Sha256,
    credentials: async () => {
      const sessionToken = optionalSetting('AWS_SESSION_TOKEN');
      return {
        accessKeyId: setting('AWS_ACCESS_KEY_ID'),
        secretAccessKey: setting('AWS_SECRET_ACCESS_KEY'),
        ...(sessionToken && { sessionToken }),
      };
    },
  });

  constructor(bucket: string) {
    this.bucket = bucket;
  }

  #place(key: string): URL {
    const endpoint = optionalSetting('AWS_ENDPOINT_URL_S3');
    const path = escapeUriPath(key);
    return new URL(
      endpoint
        ? `${endpoint}/${this.bucket}/${path}`
        : `https://${this.bucket}.s3.${this.#region}.amazonaws.com/${path}`,
    );
  }

  async #sign({ method, key, seconds, headers = {}, query = {} }: Signed): Promise<string> {
    const { protocol, hostname, port, host, pathname: path, origin } = this.#place(key);
    const signed = await this.#signer.presign(
      new HttpRequest({
        method,
        protocol,
        hostname,
        ...(port && { port: Number(port) }),
        path,
        headers: { ...headers, host },
        query,
      }),
      { expiresIn: seconds, signableHeaders: new Set(['host', ...Object.keys(headers)]) },
    );
    return `${origin}${path}?${buildQueryString(signed.query ?? {})}`;
  }

  /** Tried twice. */
  async #send(method: 'HEAD' | 'PUT', key: string): Promise<IncomingMessage> {
    const send = async () => answerTo(method, await this.#sign({ method, key, seconds: ASKED_SECONDS }));
    const answer = await send().catch(() => undefined);
    return answer && (answer.statusCode ?? 500) < 500 ? answer : send();
  }

  async presignUpload(purpose: UploadPurpose, type: string, size: number | undefined): Promise<PresignedUpload> {
    const { workspace_id, owner, kind } = purpose;
    const key = objects.incoming(workspace_id, owner, kind, newId());
    const headers = { 'content-type': type };
    const url = await this.presignPut(key, UPLOAD_SECONDS, size, headers);
    return { url, method: 'PUT', headers, key, expires_in_seconds: UPLOAD_SECONDS };
  }

  presignPut(key: string, seconds: number, size: number | undefined, headers: Record<string, string> = {}) {
    return this.#sign({
      method: 'PUT',
      key,
      seconds,
      headers: { ...headers, ...(size !== undefined && { 'content-length': String(size) }) },
      query: { 'x-id': 'PutObject' },
    });
  }

  presignGet(key: string, seconds: number, disposition?: string): Promise<string> {
    const query = { 'x-id': 'GetObject', ...(disposition && { 'response-content-disposition': disposition }) };
    return this.#sign({ method: 'GET', key, seconds, query });
  }

  /** S3 tells a caller without the right to list "denied" for what is absent. */
  async stat(purpose: UploadPurpose, key: string): Promise<{ size: number; type: string } | undefined> {
    if (!isUploadOf(key, purpose)) return undefined;
    const answer = await this.#send('HEAD', key).catch(() => undefined);
    if (answer?.statusCode === 403 || answer?.statusCode === 404) return undefined;
    if (answer?.statusCode !== 200) throw outOfReach();
    const { 'content-length': size = 0, 'content-type': type = '' } = answer.headers;
    return { size: Number(size), type };
  }

  /** Best effort. */
  async empty(key: string): Promise<void> {
    await this.#send('PUT', key).catch(() => undefined);
  }
}

export const openSignedStorage = () => new SignedStorage(setting('EVIDENCE_BUCKET'));
