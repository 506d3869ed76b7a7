import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { FaultMode, Faults, FaultTarget } from './faults.ts';
import { HotPartitions } from './hot-partitions.ts';
import { listen, readAll, stop } from './listen.ts';
import { type Call, type Forward, jsonReply, type Reply } from './reply.ts';
import { TableFaults } from './table-faults.ts';

const forwardTo = (upstream: URL, agent: Agent): Forward => {
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const { 'transfer-encoding': _, connection: __, ...kept } = headers;
      const length = body.length > 0 || method === 'PUT' || method === 'POST' ? { 'content-length': body.length } : {};
      const outgoing = request(
        { host: upstream.hostname, port: upstream.port, method, path: url, headers: { ...kept, ...length }, agent },
        (answer) => {
          readAll(answer).then((bytes) => {
            const { 'transfer-encoding': ___, connection: ____, 'keep-alive': _____, ...answered } = answer.headers;
            resolve({ status: answer.statusCode ?? 502, headers: answered, body: bytes });
          }, reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
};

const actionOf = (call: Call) => String(call.headers['x-amz-target'] ?? '').split('.')[1] ?? '';

/** A backend with its own HTTP address. */
type Proxied = Exclude<FaultTarget, 'mail' | 'model'>;

const THROTTLED: Record<Proxied, () => Reply> = {
  table: () =>
    jsonReply(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
      message: 'The level of configured provisioned throughput for the table was exceeded.',
    }),
  queue: () => jsonReply(403, { __type: 'com.amazonaws.sqs#RequestThrottled', message: 'Request is throttled.' }),
  storage: () => ({
    status: 503,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>'),
  }),
};

interface Batch {
  Entries?: { Id: string }[];
}

/** SendMessageBatch answers 200 even if entries failed. */
const partialBatch = async (call: Call, forward: Forward): Promise<Reply> => {
  const input = JSON.parse(call.body.toString('utf8')) as Batch;
  if (actionOf(call) !== 'SendMessageBatch' || !input.Entries?.length) return forward(call);
  const [failed, ...sent] = input.Entries;
  const Failed = [{ Id: failed?.Id, SenderFault: false, Code: 'InternalError', Message: 'Try again.' }];
  if (sent.length === 0) return jsonReply(200, { Successful: [], Failed });
  const reply = await forward({ ...call, body: Buffer.from(JSON.stringify({ ...input, Entries: sent })) });
  return jsonReply(200, { ...JSON.parse(reply.body.toString('utf8')), Failed });
};

type Outcome = Reply | 'cut';

/**
 * A proxy in front of an emulator that applies the faults of its target. `answered` is called after each request that
 * the emulator has answered.
 */
export const startFaultProxy = async (
  target: Proxied,
  upstream: string,
  faults: Faults,
  answered?: (call: Call) => void,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const send = forwardTo(new URL(upstream), agent);
  const forward: Forward = async (call) => {
    const reply = await send(call);
    answered?.(call);
    return reply;
  };
  const table = new TableFaults(faults, forward);
  const hot = new HotPartitions(forward);

  const suffer = async (call: Call, mode: FaultMode | undefined): Promise<Outcome> => {
    if (mode === 'throttling') return THROTTLED[target]();
    if (mode === 'outage' || mode === 'timeout_before') return 'cut';
    if (mode === 'timeout_after') {
      await (target === 'table' ? table.send(call, actionOf(call), undefined) : forward(call));
      return 'cut';
    }
    if (target === 'queue' && mode === 'partial') return partialBatch(call, forward);
    if (mode === 'hot_partition') {
      hot.limit(faults.scaleOf(target, mode));
      return hot.send(call, actionOf(call));
    }
    if (target === 'table') return table.send(call, actionOf(call), mode);
    return forward(call);
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const call = { method, url, headers, body: await readAll(incoming) };
    const reply = await suffer(call, faults.draw(target)).catch((): Outcome => 'cut');
    if (reply === 'cut') return void incoming.socket.destroy();
    const length = method === 'HEAD' ? {} : { 'content-length': reply.body.length };
    outgoing.writeHead(reply.status, { ...reply.headers, ...length });
    outgoing.end(method === 'HEAD' ? undefined : reply.body);
  };

  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const own = await listen(server);
  return {
    url: `http://127.0.0.1:${own}`,
    /** Shows index queries everything written until now. */
    catchUp: () => table.catchUp(),
    stop: async () => {
      await stop(server);
      agent.destroy();
    },
  };
};
