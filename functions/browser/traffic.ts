import type { CDPSession } from 'playwright-core';
import { hostOf } from './host-of.ts';
import type { ConsoleError, FailedRequest, Traffic } from './rendered.ts';
import { MAX_LISTED } from './rendered.ts';

/** Requests that stay open longer don't keep a page from being quiet: streams, long polling. */
const OPEN_MS = 3000;

interface Request {
  url: string;
  kind: string;
  at: number;
  bytes: number;
}

const cutUrl = (url: string) => url.slice(0, 500);

const push = <T>(list: T[], one: T) => {
  if (list.length < MAX_LISTED) list.push(one);
};

/** A document’s requests and their outcomes, counted as they happen. */
export class TrafficLog {
  readonly console: ConsoleError[] = [];
  readonly #open = new Map<string, Request>();
  readonly #failed: FailedRequest[] = [];
  readonly #mixed: string[] = [];
  #requests = 0;
  #bytes = 0;
  #failures = 0;
  #status: number | undefined;
  #type = '';
  #url = '';

  constructor(
    session: CDPSession,
    { mainFrame, maxRequests, onFull }: { mainFrame: string; maxRequests: number; onFull: () => void },
  ) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', redirectResponse }) => {
      if (!/^(https?|wss?):/.test(request.url)) return;
      this.#requests += 1;
      if (redirectResponse) this.#bytes += redirectResponse.encodedDataLength;
      if (request.mixedContentType && request.mixedContentType !== 'none') push(this.#mixed, request.url);
      this.#open.set(requestId, { url: request.url, kind: type, at: performance.now(), bytes: 0 });
      if (this.#requests === maxRequests) onFull();
    });
    session.on('Network.responseReceived', ({ requestId, response, type, frameId }) => {
      const { status, url } = response;
      if (type === 'Document' && frameId === mainFrame) {
        this.#status = status;
        this.#type = response.mimeType;
        this.#url = url;
      } else if (status >= 400) this.#fail({ url, kind: type, status, error: null });
      const open = this.#open.get(requestId);
      if (open && type === 'EventSource') open.at = Number.NEGATIVE_INFINITY;
    });
    // A response that a limit cuts off never finishes.
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const open = this.#open.get(requestId);
      if (!open) return;
      open.bytes += encodedDataLength;
      this.#bytes += encodedDataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.#bytes += Math.max(0, encodedDataLength - (this.#open.get(requestId)?.bytes ?? 0));
      this.#open.delete(requestId);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText, canceled, blockedReason, type }) => {
      const open = this.#open.get(requestId);
      this.#open.delete(requestId);
      if (!open) return;
      if (blockedReason === 'mixed-content') push(this.#mixed, open.url);
      else if (!canceled && errorText !== 'net::ERR_ABORTED') {
        this.#fail({ url: open.url, kind: type, status: null, error: blockedReason ?? errorText });
      }
    });
    session.on('Log.entryAdded', ({ entry }) => {
      // Failed requests are listed apart.
      if (entry.level !== 'error' || entry.source === 'network') return;
      push(this.console, { text: entry.text, url: entry.url ?? null, line: entry.lineNumber ?? null });
    });
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text, url, lineNumber } }) => {
      const [first = text] = (exception?.description ?? `${text} ${exception?.value ?? ''}`).split('\n');
      push(this.console, { text: first, url: url || null, line: lineNumber });
    });
    session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      if (type !== 'error' && type !== 'assert') return;
      const text = args.map(({ value, description }) => String(value ?? description ?? '')).join(' ');
      const [call] = stackTrace?.callFrames ?? [];
      push(this.console, { text, url: call?.url || null, line: call?.lineNumber ?? null });
    });
  }

  #fail(failed: FailedRequest) {
    this.#failures += 1;
    push(this.#failed, { ...failed, url: cutUrl(failed.url) });
  }

  /** Of the page itself. */
  get answer() {
    return { status: this.#status, type: this.#type, url: this.#url };
  }

  /** On the wire, compressed. */
  get bytes(): number {
    return this.#bytes;
  }

  isQuiet(): boolean {
    const now = performance.now();
    for (const { at, kind } of this.#open.values()) {
      if (kind !== 'WebSocket' && kind !== 'EventSource' && kind !== 'Ping' && now - at < OPEN_MS) return false;
    }
    return true;
  }

  read(refused: readonly string[], bytes: number): Traffic {
    const isRefused = ({ url, status }: FailedRequest) => status === null && refused.includes(hostOf(url));
    const failed = this.#failed.filter((one) => !isRefused(one));
    return {
      requests: this.#requests,
      bytes,
      failed,
      failed_count: this.#failures - (this.#failed.length - failed.length),
      mixed: [...new Set(this.#mixed)],
      refused: [...refused],
    };
  }
}
