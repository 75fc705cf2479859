/** Combines reads of single ids into one request, so that a page of table rows does not send one request per row. */
export type BatchedOptions<T> = {
  /** Reads several ids. An id that the result lacks resolves to null. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /** How long to wait for further ids. */
  waitMs: number;
  /** The maximum number of ids in one request. */
  idsMax: number;
};

export function createBatched<T>({
  read,
  waitMs,
  idsMax,
}: BatchedOptions<T>): (id: string) => Promise<T | null> {
  let batch: { ids: Set<string>; result: Promise<ReadonlyMap<string, T>> } | null = null;

  function startBatch() {
    const ids = new Set<string>();
    const result = new Promise<void>((resolve) => setTimeout(resolve, waitMs)).then(() => {
      if (batch?.ids === ids) batch = null;
      return read([...ids]);
    });
    return { ids, result };
  }

  return async (id) => {
    if (batch === null || batch.ids.size >= idsMax) batch = startBatch();
    const { ids, result } = batch;
    ids.add(id);
    return (await result).get(id) ?? null;
  };
}
