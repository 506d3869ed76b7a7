/** One comparison of an attribute; a list of them holds when all hold. */
export type Test =
  | readonly ['exists' | 'absent', string]
  | readonly ['=' | '<>' | '<' | '<=' | '>' | '>=', string, unknown]
  | readonly ['begins_with', string, string]
  | readonly ['between', string, unknown, unknown]
  | readonly ['in' | 'not in', string, readonly unknown[]]
  | readonly ['any', readonly (readonly Test[])[]];

export interface Names {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

const NEVER = 'attribute_exists(pk) AND attribute_not_exists(pk)';

/** Builds DynamoDB expressions, naming every attribute and value, so that nothing of a caller's stands in one. */
export class Expressions {
  readonly #names = new Map<string, string>();
  readonly #values: Record<string, unknown> = {};

  name(attribute: string): string {
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
      case 'between':
        return `${this.name(test[1])} BETWEEN ${this.value(test[2])} AND ${this.value(test[3])}`;
      case 'in':
        if (test[2].length === 0) return `(${NEVER})`;
        return `${this.name(test[1])} IN (${test[2].map((value) => this.value(value)).join(', ')})`;
      case 'not in':
        if (test[2].length === 0) return '(attribute_exists(pk) OR attribute_not_exists(pk))';
        return `(NOT ${this.name(test[1])} IN (${test[2].map((value) => this.value(value)).join(', ')}))`;
      case 'any': {
        // DynamoDB refuses parentheses around parentheses, and AND binds tighter than OR.
        const alternatives = test[1].map((tests) => this.all(tests));
        if (alternatives.length === 0) return `(${NEVER})`;
        return alternatives.length === 1 ? alternatives.join() : `(${alternatives.join(' OR ')})`;
      }
      default:
        return `${this.name(test[1])} ${test[0]} ${this.value(test[2])}`;
    }
  }

  /** The attributes to spread into a request. */
  get attributes(): Names {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries([...this.#names].map(([attribute, name]) => [name, attribute])),
      }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}
