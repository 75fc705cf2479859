/**
 * Asks for many things at once where each is wanted by itself: a row knows only its own monitor, and a page of rows
 * must not be a page of requests.
 */
export type BatchedOptions<T> = {
  /** What is known of these; what is not in the answer is null to who asked for it. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /** So long others are waited for. */
  waitMs: number;
  /** More are asked for in further requests. */
  idsMax: number;
};

export function createBatched<T>({
  read,
  waitMs,
  idsMax,
}: BatchedOptions<T>): (id: string) => Promise<T | null> {
  let waiting: { ids: Set<string>; answer: Promise<ReadonlyMap<string, T>> } | null = null;

  function begin() {
    const ids = new Set<string>();
    const answer = new Promise<void>((resolve) => setTimeout(resolve, waitMs)).then(() => {
      if (waiting?.ids === ids) waiting = null;
      return read([...ids]);
    });
    return { ids, answer };
  }

  return async (id) => {
    if (waiting === null || waiting.ids.size >= idsMax) waiting = begin();
    const { ids, answer } = waiting;
    ids.add(id);
    return (await answer).get(id) ?? null;
  };
}
