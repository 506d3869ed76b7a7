export interface PoolIdentity {
  providerName: string;
  userId: string;
}

export interface PoolUser {
  username: string;
  subject: string;
  email: string;
  email_verified: boolean;
  status: 'CONFIRMED' | 'UNCONFIRMED' | 'EXTERNAL_PROVIDER';
  enabled: boolean;
  hasSecondFactor: boolean;
  identities: PoolIdentity[];
}

/** Cognito's error types. */
export class PoolError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const MAX_IDENTITIES = 5;

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A pool that ignores case, as ours does. */
export class PoolUsers {
  readonly #users = new Map<string, PoolUser>();

  put(user: Pick<PoolUser, 'username' | 'email'> & Partial<PoolUser>): PoolUser {
    const rest = {
      subject: user.username,
      email_verified: true,
      status: 'CONFIRMED',
      enabled: true,
      hasSecondFactor: false,
    } as const;
    const whole = { ...rest, identities: [], ...user };
    this.#users.set(user.username, whole);
    return whole;
  }

  get(username: string): PoolUser | undefined {
    return this.#users.get(username);
  }

  ofAddress(email: string): PoolUser[] {
    return [...this.#users.values()].filter((user) => same(user.email, email));
  }

  ofIdentity({ providerName, userId }: PoolIdentity): PoolUser | undefined {
    const isIt = (one: PoolIdentity) => one.providerName === providerName && one.userId === userId;
    return [...this.#users.values()].find(({ identities }) => identities.some(isIt));
  }

  link(destination: PoolIdentity, source: PoolIdentity): void {
    const { providerName, userId } = destination;
    const user = providerName === 'Cognito' ? this.get(userId) : this.ofIdentity(destination);
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    if (this.ofIdentity(source))
      throw new PoolError('InvalidParameterException', 'Merging is not currently supported.');
    if (user.identities.length >= MAX_IDENTITIES) throw new PoolError('LimitExceededException', 'Too many identities.');
    user.identities.push(source);
  }

  delete(username: string): boolean {
    return this.#users.delete(username);
  }
}
