/** A list of tests holds if all hold. */
export type Test =
  | readonly ['exists' | 'absent', string]
  | readonly ['=' | '<>' | '<' | '<=' | '>' | '>=', string, unknown]
  | readonly ['begins_with', string, string]
  /** A list with this member. */
  | readonly ['contains', string, string]
  /** Members, characters or bytes; false if the attribute is absent. */
  | readonly ['size <', string, number]
  | readonly ['between', string, unknown, unknown]
  | readonly ['in' | 'not in', string, readonly unknown[]]
  | readonly ['any', readonly (readonly Test[])[]];

export const LIVE: readonly Test[] = [
  ['exists', 'pk'],
  ['absent', 'deleted_at'],
];

export const below = (name: string, max: number): Test => ['any', [[['absent', name]], [['<', name, max]]]];

/** The attribute is as it was read. */
export const unchanged = (name: string, read: unknown): Test =>
  read === undefined || read === null ? ['absent', name] : ['=', name, read];

export const passed = (name: string, at: number): Test => ['any', [[['absent', name]], [['<=', name, at]]]];

export interface Names {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** DynamoDB's limit for one IN. */
const MAX_IN_LIST = 100;

// Of the attribute asked about, since a filter must not name a key.
const NEVER = (name: string) => `attribute_exists(${name}) AND attribute_not_exists(${name})`;
const ALWAYS = (name: string) => `attribute_exists(${name}) OR attribute_not_exists(${name})`;

export type AttributePath = (attribute: string) => string;

/** Names every attribute and value, so that no caller's text is in an expression. */
export class Expressions {
  readonly #names = new Map<string, string>();
  readonly #values: Record<string, unknown> = {};
  readonly #place: AttributePath;

  constructor(place: AttributePath = (attribute) => attribute) {
    this.#place = place;
  }

  name(path: string): string {
    const [attribute = '', ...fields] = path.split('.');
    return [...this.#place(attribute).split('.'), ...fields].map((part) => this.#name(part)).join('.');
  }

  #name(attribute: string): string {
    const known = this.#names.get(attribute);
    if (known) return known;
    const name = `#n${this.#names.size}`;
    this.#names.set(attribute, name);
    return name;
  }

  value(value: unknown): string {
    const name = `:v${Object.keys(this.#values).length}`;
    this.#values[name] = value;
    return name;
  }

  all(tests: readonly Test[]): string {
    return tests.map((test) => this.#one(test)).join(' AND ');
  }

  #one(test: Test): string {
    switch (test[0]) {
      case 'exists':
        return `attribute_exists(${this.name(test[1])})`;
      case 'absent':
        return `attribute_not_exists(${this.name(test[1])})`;
      case 'begins_with':
        return `begins_with(${this.name(test[1])}, ${this.value(test[2])})`;
      case 'contains':
        return `contains(${this.name(test[1])}, ${this.value(test[2])})`;
      case 'size <':
        return `size(${this.name(test[1])}) < ${this.value(test[2])}`;
      case 'between':
        return `${this.name(test[1])} BETWEEN ${this.value(test[2])} AND ${this.value(test[3])}`;
      case 'in':
        if (test[2].length === 0) return `(${NEVER(this.name(test[1]))})`;
        return this.#anyOf(this.#within(test[1], test[2]));
      case 'not in':
        if (test[2].length === 0) return `(${ALWAYS(this.name(test[1]))})`;
        return this.#within(test[1], test[2])
          .map((part) => `(NOT ${part})`)
          .join(' AND ');
      case 'any': {
        // DynamoDB refuses parentheses around parentheses, and AND binds tighter than OR.
        const alternatives = test[1].map((tests) => this.all(tests));
        if (alternatives.length === 0) return `(${NEVER('pk')})`;
        return this.#anyOf(alternatives);
      }
      default:
        return `${this.name(test[1])} ${test[0]} ${this.value(test[2])}`;
    }
  }

  #anyOf(alternatives: readonly string[]): string {
    return alternatives.length === 1 ? alternatives.join() : `(${alternatives.join(' OR ')})`;
  }

  #within(attribute: string, list: readonly unknown[]): string[] {
    const name = this.name(attribute);
    return Array.from({ length: Math.ceil(list.length / MAX_IN_LIST) }, (_, part) => {
      const values = list.slice(part * MAX_IN_LIST, (part + 1) * MAX_IN_LIST);
      return `${name} IN (${values.map((value) => this.value(value)).join(', ')})`;
    });
  }

  get attributes(): Names {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries([...this.#names].map(([attribute, name]) => [name, attribute])),
      }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

export interface Change {
  set?: Record<string, unknown>;
  remove?: readonly string[];
  add?: Record<string, number | Set<string>>;
  discard?: Record<string, Set<string>>;
}

/** DynamoDB refuses them with an error that names other attributes. */
const refuseOverlaps = (paths: readonly string[]): void => {
  const overlap = paths.find((path, index) => {
    const [parent = path] = path.split('.');
    return paths.indexOf(path) !== index || (parent !== path && paths.includes(parent));
  });
  if (overlap !== undefined) throw new Error(`An update changes ${overlap} twice.`);
};

export const changeExpression = (
  expressions: Expressions,
  { set = {}, remove = [], add = {}, discard = {} }: Change,
): string => {
  const given = (of: Record<string, unknown>) => Object.keys(of).filter((name) => of[name] !== undefined);
  refuseOverlaps([set, add, discard].flatMap(given).concat(remove));
  // DynamoDB refuses names that no expression uses.
  const entries = (of: Record<string, unknown>) =>
    Object.entries(of)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [expressions.name(name), value] as const);
  const isNested = ([path]: readonly [string, unknown]) => path.includes('.');
  const added = entries(add);
  const clauses: [string, string[]][] = [
    [
      'SET',
      [
        ...entries(set).map(([path, value]) => `${path} = ${expressions.value(value)}`),
        // ADD takes top-level attributes only.
        ...added
          .filter(isNested)
          .map(
            ([path, value]) =>
              `${path} = if_not_exists(${path}, ${expressions.value(0)}) + ${expressions.value(value)}`,
          ),
      ],
    ],
    ['REMOVE', remove.map((name) => expressions.name(name))],
    ['ADD', added.filter((one) => !isNested(one)).map(([path, value]) => `${path} ${expressions.value(value)}`)],
    ['DELETE', entries(discard).map(([path, value]) => `${path} ${expressions.value(value)}`)],
  ];
  return clauses
    .filter(([, parts]) => parts.length > 0)
    .map(([verb, parts]) => `${verb} ${parts.join(', ')}`)
    .join(' ');
};
