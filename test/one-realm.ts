import { types } from 'node:util';

/**
 * The test runner gives each file an Error of its own, so that the SDK does not know Node's own errors (a socket that was
 * cut) for errors and hides their codes. From here on it does, as it does outside of tests.
 */
export const knowNodesErrors = (): void => {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: unknown, candidate: unknown) {
      return (this === Error && types.isNativeError(candidate)) || isInstance.call(this as never, candidate);
    },
  });
};
