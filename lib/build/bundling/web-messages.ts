/**
 * Node's own classes load undici, a quarter of the first call's processor time. The MCP SDK needs only these members;
 * `test/mcp/bundle.test.ts` compares its answers.
 */

type Entries = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

const isIterable = (init: Entries): init is Iterable<readonly [string, string]> => Symbol.iterator in init;

export class Headers {
  readonly #values = new Map<string, string>();

  constructor(init: Entries = {}) {
    for (const [name, value] of isIterable(init) ? init : Object.entries(init)) this.append(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value).trim());
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))[Symbol.iterator]();
  }
}

type Body = string | ReadableStream<Uint8Array> | null;

class Message {
  readonly headers: Headers;
  readonly #body: Body;

  constructor(body: Body, headers: Entries | undefined) {
    this.headers = new Headers(headers);
    this.#body = body;
  }

  /** Read in one piece. */
  get body() {
    if (typeof this.#body !== 'string') return this.#body;
    const chunks = [new TextEncoder().encode(this.#body)];
    return {
      getReader: () => ({
        read: async () => ({ done: chunks.length === 0, value: chunks.shift() }),
        releaseLock: () => undefined,
        cancel: async () => void chunks.splice(0),
      }),
    };
  }

  async text(): Promise<string> {
    if (typeof this.#body === 'string' || this.#body === null) return this.#body ?? '';
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#body) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

interface RequestInit {
  method?: string;
  headers?: Entries;
  body?: string;
}

export class Request extends Message {
  readonly url: string;
  readonly method: string;
  readonly signal = new AbortController().signal;
  readonly #init: RequestInit;

  constructor(url: string | URL, init: RequestInit = {}) {
    super(init.body ?? null, init.headers);
    this.url = String(url);
    this.method = init.method ?? 'GET';
    this.#init = init;
  }

  clone(): Request {
    return new Request(this.url, this.#init);
  }
}

interface ResponseInit {
  status?: number;
  headers?: Entries;
}

export class Response extends Message {
  readonly status: number;

  constructor(body: Body = null, { status = 200, headers }: ResponseInit = {}) {
    super(body, headers);
    this.status = status;
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const response = new Response(JSON.stringify(data), init);
    if (!response.headers.has('content-type')) response.headers.set('content-type', 'application/json');
    return response;
  }
}
