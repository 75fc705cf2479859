/** Returns a function whose first call calls `call`, and whose other calls do nothing. */
export function callOnce(call: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) call();
    isDone = true;
  };
}
