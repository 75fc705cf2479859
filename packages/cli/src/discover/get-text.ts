import { type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";

/** Requests to the local APIs that sources read. `fetch` speaks neither to sockets nor with a given certificate authority. */

const RESPONSE_BYTES_MAX = 32 * 1_024 * 1_024;

export type TextRequest = RequestOptions & { isSecure: boolean; signal: AbortSignal; ca?: string };

/** Returns status and body. Rejects if nothing answers, or if the body is larger than 32 MiB. */
export function getText({ isSecure, ...options }: TextRequest): Promise<{ status: number; text: string }> {
  const request = isSecure ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > RESPONSE_BYTES_MAX) response.destroy(new Error("the response is larger than 32 MiB"));
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}
