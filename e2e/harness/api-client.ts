export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";

export type RequestOptions = {
  method: Method;
  path: string;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  /** Null sends no credential. */
  key?: string | null;
  headers?: Readonly<Record<string, string>>;
};

export type ApiResponse = { status: number; headers: Headers; text: string; body: unknown };

/** Longer than any manual check in these tests. */
const RESPONSE_TIMEOUT_MS = 40_000;

export async function request(url: string, options: RequestOptions): Promise<ApiResponse> {
  const { method, path, body, key, headers } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** Returns the data of a response, validated against its schema. Throws if the request failed. */
export function dataOf<T>(schema: { parse(data: unknown): T }, { status, body, text }: ApiResponse): T {
  const { success, data } = (body ?? {}) as { success?: unknown; data?: unknown };
  if (status >= 300 || success !== true) throw new Error(`the API returned ${status}: ${text}`);
  return schema.parse(data);
}
