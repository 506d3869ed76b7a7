import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https';
import { SECOND } from '../clock.ts';
import { optionalSetting } from '../config.ts';

export interface HttpAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const CONNECTION_MS = SECOND;
const SOCKETS = 50;

const answerMs = () => Number(optionalSetting('STORE_ANSWER_MS') ?? 3 * SECOND);

const timeout = (what: string, ms: number) =>
  Object.assign(new Error(`${what} took longer than ${ms} ms.`), { name: 'TimeoutError', code: 'ETIMEDOUT' });

interface Limit {
  clear(): void;
}

/** After long computing, timers run before what has arrived is read: an answer that is here is not late. */
const afterReading = (giveUp: () => void, ms: number): Limit => {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    reading = setImmediate(giveUp);
  }, ms);
  return {
    clear: () => {
      clearTimeout(timer);
      clearImmediate(reading);
    },
  };
};

const textOf = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    answer
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk;
      })
      .once('end', () => resolve(text))
      .on('error', reject);
  });

/** Sends POST requests over connections that it keeps. Later than its limits, an answer is an error. */
export class Transport {
  readonly #agents = new Map<string, HttpAgent | HttpsAgent>();

  #agentFor(protocol: string) {
    const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
    const agent = this.#agents.get(protocol) ?? new Agent({ keepAlive: true, maxSockets: SOCKETS });
    this.#agents.set(protocol, agent);
    return agent;
  }

  post({ protocol, hostname, port }: URL, headers: Record<string, string>, body: string): Promise<HttpAnswer> {
    const options: RequestOptions = { method: 'POST', path: '/', hostname, port, headers };
    const send = protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const request = send({ ...options, agent: this.#agentFor(protocol) }, (answer) => {
        const { statusCode: status = 0, headers } = answer;
        textOf(answer).then((text) => finish(() => resolve({ status, headers, text })), fail);
      });
      const giveUp = (what: string, ms: number) => () => {
        fail(timeout(what, ms));
        request.destroy();
      };
      const ms = answerMs();
      const answering = afterReading(giveUp('The answer', ms), ms);
      let connecting: Limit | undefined;
      const finish = (settle: () => void) => {
        answering.clear();
        connecting?.clear();
        settle();
      };
      const fail = (error: Error) => finish(() => reject(error));
      request.on('error', fail).once('socket', (socket) => {
        if (!socket.connecting) return;
        connecting = afterReading(giveUp('The connection', CONNECTION_MS), CONNECTION_MS);
        socket.once('connect', () => connecting?.clear());
      });
      request.end(body);
    });
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}
