/** Replaces the SDK's cache of discovered endpoints: endpoint discovery is off, so the cache stays empty. */
// biome-ignore lint/style/noDefaultExport: the SDK imports the cache as a default.
export default class EmptyCache<Key, Value> {
  has(_key: Key): boolean {
    return false;
  }

  get(_key: Key): Value | undefined {
    return undefined;
  }

  peek(_key: Key): Value | undefined {
    return undefined;
  }

  set(_key: Key, _value: Value): void {}
}
