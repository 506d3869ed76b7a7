import { dirname, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export interface Source {
  path: string;
  text: string;
}

export interface Import {
  from: string;
  to: string;
}

const specifiersIn = ({ path, text }: Source): string[] => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const add = ({ source }: { source?: object | null }) => {
    if (source && 'value' in source && typeof source.value === 'string') found.push(source.value);
  };
  new Visitor({
    ImportDeclaration: add,
    ImportExpression: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    TSImportType: add,
  }).visit(program);
  return found;
};

export const importsOf = (sources: readonly Source[]): Import[] =>
  sources.flatMap((source) =>
    [...new Set(specifiersIn(source))]
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({ from: source.path, to: posix.join(dirname(source.path), specifier) })),
  );

const FORBIDDEN: readonly { from: RegExp; to: RegExp; except?: RegExp; because: string }[] = [
  {
    from: /^functions\//,
    to: /^(lib|web|bin|bench|test)\//,
    // The loader writes the settings that the widget reads.
    except: /^web\/widget\/config\.ts$/,
    because: 'a function does not know where it runs',
  },
  { from: /^functions\/kit\//, to: /^functions\/(?!kit\/|codes\/)/, because: 'the kit has no domain words' },
  { from: /^functions\/codes\//, to: /^functions\/(?!codes\/)/, because: 'codes and their texts are the ground' },
  { from: /^functions\/(?!workers\/)/, to: /^functions\/workers\//, because: 'workers are entries' },
  {
    from: /^functions\/(?!workers\/|purge\/)/,
    to: /^functions\/purge\//,
    because: 'a purge reaches through all areas',
  },
  {
    from: /^functions\/(?!examples\.ts)/,
    to: /^functions\/([\w-]+\/)?examples\.ts$/,
    except: /^functions\/kit\//,
    because: 'examples are for documents and tests',
  },
  { from: /^(functions|lib|web|bin)\//, to: /^(test|bench)\//, because: 'what ships does not depend on its tests' },
  { from: /^lib\/(stack|build)\//, to: /^lib\/(local|docs|operate)\//, because: 'what is deployed comes first' },
  { from: /^lib\/build\//, to: /^lib\/stack\//, because: 'the stacks are built from bundles' },
  { from: /^web\//, to: /^(lib|bin)\//, because: 'a page does not know who serves it' },
  {
    from: /^web\/dashboard\/(words|kit|session)\//,
    to: /^web\/dashboard\/(app|pages|public)\//,
    because: 'pages are made of the kit',
  },
  { from: /^web\/dashboard\/words\//, to: /^web\/dashboard\/(?!words\/)/, because: 'words are the ground' },
];

/** `<-loopback>` is a rule that Chromium knows. */
const EMULATORS = /\b(emulators?|(?<!<-)loopback|local stage|127\.0\.0\.1)\b/i;

export const emulatorFaults = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    const [word] = (path.startsWith('functions/') && EMULATORS.exec(text)) || [];
    return word === undefined ? [] : [`${path} says "${word}": a function does not know where it runs.`];
  });

const DEPTHS: readonly [prefix: RegExp, depth: number][] = [
  [/^functions\/(kit|reviews)\//, 3],
  [/^web\/dashboard\/pages\//, 4],
  [/^web\/dashboard\//, 3],
];

const roomOf = (path: string): string => {
  const depth = DEPTHS.find(([prefix]) => prefix.test(path))?.[1] ?? 2;
  return dirname(path).split('/').slice(0, depth).join('/');
};

/** Its own files are shared by its rooms, or join them to endpoints. */
const SHARED = 'functions/reviews';

const SHIPPED = /^(functions|lib|web|bin)\//;

const circlesIn = (imports: readonly Import[]): string[] => {
  const shipped = imports.filter(({ from }) => SHIPPED.test(from));
  const arrows = new Set(shipped.map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`));
  return [...arrows].flatMap((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ');
    const isCircle = from !== SHARED && from < to && arrows.has(`${to} → ${from}`);
    return isCircle ? [`${from} ↔ ${to} import each other.`] : [];
  });
};

export const importFaults = (imports: readonly Import[]): string[] => [
  ...imports.flatMap(({ from, to }) =>
    FORBIDDEN.filter((rule) => rule.from.test(from) && rule.to.test(to) && !rule.except?.test(to)).map(
      ({ because }) => `${from} imports ${to}: ${because}.`,
    ),
  ),
  ...circlesIn(imports),
];
