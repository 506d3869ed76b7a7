interface Entry<T> {
  at: number;
  what: T;
}

/** A binary heap of future events by time. */
export class Agenda<T> {
  readonly #heap: Entry<T>[] = [];

  get next(): number | undefined {
    return this.#heap[0]?.at;
  }

  add(at: number, what: T): void {
    const heap = this.#heap;
    let index = heap.push({ at, what }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((heap[parent] as Entry<T>).at <= at) break;
      heap[index] = heap[parent] as Entry<T>;
      index = parent;
    }
    heap[index] = { at, what };
  }

  take(): Entry<T> | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as Entry<T>).at < (heap[child] as Entry<T>).at) child += 1;
      if ((heap[child] as Entry<T>).at >= last.at) break;
      heap[index] = heap[child] as Entry<T>;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}
