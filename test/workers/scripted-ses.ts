import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type SesMood =
  | 'accept'
  | 'accept_once_per_connection'
  | 'throttle'
  | 'unavailable'
  | 'reject'
  | 'cut'
  | 'accept_then_cut'
  | 'hang';

const xml = (inner: string) => `<?xml version="1.0"?>${inner}`;
const refusal = (code: string) =>
  xml(`<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>x</Message></Error></ErrorResponse>`);
const accepted = xml(
  '<SendRawEmailResponse><SendRawEmailResult><MessageId>m</MessageId></SendRawEmailResult></SendRawEmailResponse>',
);

/** A separate SES for one test file: it behaves as scripted and keeps what it accepted. */
export const startScriptedSes = async () => {
  const taken: string[] = [];
  const served = new WeakSet<Socket>();
  const state = { mood: 'accept' as SesMood, asked: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    state.asked += 1;
    const { mood } = state;
    const isReused = served.has(request.socket);
    served.add(request.socket);
    if (mood === 'accept_once_per_connection' && isReused) return request.socket.destroy();
    if (mood.startsWith('accept')) {
      taken.push(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64').toString());
    }
    if (mood === 'cut' || mood === 'accept_then_cut') return request.socket.destroy();
    if (mood === 'hang') return;
    const answers = {
      accept: [200, accepted],
      accept_once_per_connection: [200, accepted],
      throttle: [400, refusal('Throttling')],
      unavailable: [503, refusal('ServiceUnavailable')],
      reject: [400, refusal('MessageRejected')],
    } as const;
    const [status, body] = answers[mood];
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The mails it took, as they were handed over. */
    taken,
    set mood(mood: SesMood) {
      state.mood = mood;
    },
    get asked() {
      return state.asked;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
