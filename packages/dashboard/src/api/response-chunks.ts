/** The server sends a keep-alive every 15 s. After three missed ones the connection counts as lost. */
const KEEP_ALIVE_TIMEOUT_MS = 45_000;

/** Yields the text of a response as it arrives. */
export async function* responseChunks(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    reader.releaseLock();
  }
}

/** Aborts its signal when no data arrives for too long. */
export function startKeepAliveTimer() {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), KEEP_ALIVE_TIMEOUT_MS);
  let timer = start();
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}
