import type { IncomingMessage } from 'node:http';

/** An emulator's buffered response. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A buffered request to an emulator. */
export interface Call {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export type Forward = (call: Call) => Promise<Reply>;

export const jsonReply = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify(body)),
});
