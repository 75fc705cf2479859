type Event = { atMs: number; number: number; run: () => void };

/** Simulated time with an event queue. Events at the same time run in the order in which they were added. */
export class Timeline {
  /** A binary heap with the next event at the top. */
  readonly #heap: Event[] = [];
  #nowMs: number;
  #count = 0;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): void {
    this.#count += 1;
    push(this.#heap, { atMs: this.#nowMs + Math.max(0, delayMs), number: this.#count, run });
  }

  /** Runs all events up to this time. */
  runUntil(untilMs: number): void {
    while ((this.#heap[0]?.atMs ?? Number.POSITIVE_INFINITY) <= untilMs) {
      const event = pop(this.#heap) as Event;
      this.#nowMs = event.atMs;
      event.run();
    }
    this.#nowMs = untilMs;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.number < b.number);
}

function push(heap: Event[], event: Event): void {
  let at = heap.length;
  heap.push(event);
  while (at > 0) {
    const parentAt = (at - 1) >> 1;
    const parent = heap[parentAt] as Event;
    if (!isBefore(event, parent)) break;
    heap[at] = parent;
    at = parentAt;
  }
  heap[at] = event;
}

function pop(heap: Event[]): Event | null {
  const top = heap[0];
  const last = heap.pop();
  if (!top || !last || heap.length === 0) return top ?? null;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = heap[left + 1];
    const childAt = right && isBefore(right, heap[left] as Event) ? left + 1 : left;
    const child = heap[childAt] as Event;
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = childAt;
  }
  heap[at] = last;
  return top;
}
