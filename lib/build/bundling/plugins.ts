import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Loader, Plugin } from 'esbuild';

const replace = (
  name: string,
  filter: RegExp,
  contentsOf: (text: string, path: string) => string,
  loader: Loader = 'js',
): Plugin => ({
  name,
  setup: ({ onLoad }) =>
    onLoad({ filter }, async ({ path }) => ({ contents: contentsOf(await readFile(path, 'utf8'), path), loader })),
});

const LEFT_OUT = `const leftOut = () => { throw new Error('This part of nodemailer is left out of the bundle.'); };
export { leftOut as default, leftOut as detectMimeType, leftOut as detectExtension };`;
const PUNYCODE = "export { domainToASCII as toASCII, domainToUnicode as toUnicode } from 'node:url';";

/** Two thirds of nodemailer: our attachments have names, their content is given directly, and recipients are text. */
export const composerOnly = replace(
  'composer-only',
  /[\\/]nodemailer[\\/]dist[\\/]esm[\\/](mime-funcs[\\/]mime-types|(fetch|addressparser|punycode)[\\/]index)\.js$/,
  (_, path) => (path.includes('punycode') ? PUNYCODE : LEFT_OUT),
);

const CONSTANT = /^const (\w+) = ("(?:[^"\\]|\\.)*");$/gm;
const COMPUTED_KEY = /\[(\w+)\]:/g;

const REGISTERED = /^\w+\.registerError\((\w+)\$, \1\);$/gm;
/** Our code knows all others by their names, which every error has. */
const BY_CLASS = /ServiceException$/;
const BY_NAME = /[\\/]client-(s3|ses|sqs)[\\/]/;

/**
 * esbuild treats the computed keys of the SDK's schema tables as side effects, and keeps every operation; registering
 * keeps every class of error. Without its class, an error is one of the service, and bears its name.
 */
export const leanSchemas = replace('lean-schemas', /[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/, (text, path) => {
  const constants = new Map([...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]));
  const lean = text.replace(COMPUTED_KEY, (whole, name) => (constants.has(name) ? `${constants.get(name)}:` : whole));
  return BY_NAME.test(path) ? lean.replace(REGISTERED, (line, name) => (BY_CLASS.test(name) ? line : '')) : lean;
});

/** By module of the SDK: a part that nothing needs, and its replacement. */
const TABLE_PARTS: readonly [module: RegExp, part: RegExp, instead: string][] = [
  [/commands[\\/]\w+Command\.js$/, /^import \{ (\w+\$) \} from "\.\.\/schemas\/schemas_0";$/m, 'const $1 = undefined;'],
  [
    /commandBuilder\.js$/,
    /^import .* from "@smithy\/core\/endpoints";$/m,
    'const getEndpointPlugin = () => ({ applyToStack: () => undefined });',
  ],
  [
    /DynamoDBDocumentClientCommand\.js$/,
    /^import .* from "@aws-sdk\/core\/client";$/m,
    'const setFeature = () => undefined;',
  ],
  [/lib-dynamodb[\\/]dist-es[\\/]index\.js$/, /^export \* from ".\/(pagination|DynamoDBDocument)";$/gm, ''],
  [
    /DynamoDBClient\.js$/,
    /^.*$/s,
    "export class DynamoDBClient { constructor() { throw new Error('This client is left out of the bundle.'); } }",
  ],
];

/**
 * `functions/kit/table/client.ts` sends the commands of lib-dynamodb, which carry the SDK's client, endpoint rules and
 * schemas of all requests and answers for nothing.
 */
export const tableCommands = replace(
  'table-commands',
  /[\\/](client|lib)-dynamodb[\\/]dist-es[\\/]([\w/\\]*Command|DynamoDBClient|commandBuilder|index)\.js$/,
  (text, path) =>
    TABLE_PARTS.filter(([module]) => module.test(path)).reduce(
      (rest, [, part, instead]) => rest.replace(part, instead),
      text,
    ),
);

/** The SDK has each hash in JavaScript too, and creates one when it loads to detect native support, which Node has. */
export const nativeHashes = replace('native-hashes', /[\\/]dist-es[\\/].*[\\/](Sha1|Sha256|Md5)Node\.js$/, (text) =>
  text
    .replace(/const hasNativeCrypto = \(\(\) => \{.*?\}\)\(\);/s, '')
    .replace(/hasNativeCrypto \? (.*) : \w+;/, '$1;'),
);

/** Our clients retry in the standard mode; the adaptive one needs a rate limiter. */
export const standardRetries = replace(
  'standard-retries',
  /[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/,
  () => `export class AdaptiveRetryStrategy {
    constructor() { throw new Error('Adaptive retries are left out of the bundle.'); }
  }`,
);

/** Extending the web `ReadableStream` makes Node load its web streams; all our bodies are Node streams. */
export const nodeStreams = replace(
  'node-streams',
  /[\\/]dist-es[\\/].*[\\/]ChecksumStream\.browser\.js$/,
  () => 'export class ChecksumStream {}',
);

/** An SDK client imports its whole package.json just to send its version in a header. */
export const versionOnly = replace(
  'version-only',
  /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/,
  (text) => JSON.stringify({ version: JSON.parse(text).version }),
  'json',
);

const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/** zod calls these when it creates a schema; the others only from that method. */
const MAKERS = ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'];

/** Every schema refers to zod's JSON Schema conversion, so no bundler can see that it is unused. */
export const withoutJsonSchemas = replace(
  'without-json-schemas',
  /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/,
  (text) => {
    const names = [...text.matchAll(EXPORTED)].map(([, plain, renamed]) => plain ?? renamed ?? '');
    const lines = names.map((name) =>
      name === 'process'
        ? 'export { refuse as process };'
        : `export const ${name} = ${MAKERS.includes(name) ? '() => refuse' : 'refuse'};`,
    );
    const refuse = `const refuse = () => { throw new Error('JSON Schema is left out of this bundle.'); };`;
    return [refuse, ...lines].join('\n');
  },
);

/** Answers word zod's issues by their codes, and logs have these. */
export const withoutMessages = replace(
  'without-messages',
  /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/,
  () => 'export default () => ({ localeError: () => undefined });',
);

const DESCRIPTION = /\.meta\(\{\s*description:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\s*\}\)/g;

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;
const CONTRACT = /[\\/]functions[\\/].*[\\/]contract\.ts$/;

/** Lines stay where the source map has them. */
const without = (text: string, ...patterns: RegExp[]): string =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, (found) => found.replace(/[^\n]/g, '')), text);

/** Only documents need those of rows, and they are generated from the sources. */
export const withoutSummaries = replace('without-summaries', CONTRACT, (text) => without(text, SUMMARY), 'ts');

/** Those of fields, too: a schema that no MCP tool shows needs none. */
export const withoutDescriptions = replace(
  'without-descriptions',
  /[\\/]functions[\\/].*\.ts$/,
  (text, path) => without(text, DESCRIPTION, ...(CONTRACT.test(path) ? [SUMMARY] : [])),
  'ts',
);

/** Each is imported on demand, and never for web pages. */
const FILE_PARSERS = /^\.\/(pdf|docx|image|media)\.ts$/;

/** Libraries for PDF, Word and images would be half of what each cold start of the demo loads. */
export const pagesOnly: Plugin = {
  name: 'pages-only',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: FILE_PARSERS }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && importer.endsWith('/reviews/read/extract/extract.ts')
        ? { path, namespace: 'left-out' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is left out of this bundle.`)});`,
    }));
  },
};

/** Modules that a cold start leaves to the first request that needs them, as files next to the bundle. */
export const LAZY_PARTS = [
  'functions/codes/refusals.ts',
  'functions/reviews/read/orders.ts',
  'functions/reviews/report/report.ts',
  'functions/kit/files/s3.ts',
] as const;

export const fileOfPart = (part: string): string => `${basename(part, '.ts')}.js`;

export const lazyPartsIn = (js: string): string[] =>
  LAZY_PARTS.filter((part) => js.includes(`import("./${fileOfPart(part)}")`));

export const lazyParts: Plugin = {
  name: 'lazy-parts',
  setup: ({ onResolve, initialOptions: { absWorkingDir = '' } }) => {
    onResolve({ filter: /\/(refusals|orders|report|s3)\.ts$/ }, ({ path, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const part = LAZY_PARTS.find((one) => join(absWorkingDir, one) === join(resolveDir, path));
      return part && { path: `./${fileOfPart(part)}`, external: true };
    });
  },
};

/** Its parts load each other by their paths, so it is deployed as a folder next to the bundle. */
export const playwrightBeside: Plugin = {
  name: 'playwright-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^playwright-core$/ }, () => ({ path: './playwright-core/index.mjs', external: true }));
  },
};

/** Our buckets are not behind multi-region access points, which need asymmetric signatures. */
export const oneRegion: Plugin = {
  name: 'one-region',
  setup: ({ onLoad }) => {
    onLoad({ filter: /signature-v4-multi-region[\\/]dist-es[\\/]SignatureV4MultiRegion\.js$/ }, () => ({
      contents:
        'export { SignatureV4SignWithCredentials as SignatureV4MultiRegion } from "./SignatureV4SignWithCredentials";',
    }));
  },
};
