/** Whether the work ended within the deadline. */
export function withDeadline(work: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void work.finally(() => {
    clearTimeout(timer);
    resolve(true);
  });
  return promise;
}
