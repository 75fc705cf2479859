import { randomBytes } from "node:crypto";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { makeSetupToken } from "../src/api/identity/setup-link.ts";
import type { TestApp } from "./app.ts";
import { OWN_ORIGIN } from "./sessions.ts";

/** Keeps cookies and sends the headers that a browser sends from the dashboard. */
export class Browser {
  readonly #running: TestApp;
  readonly #address: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #lastSetCookies: string[] = [];

  constructor(running: TestApp, address = randomAddress(), origin = OWN_ORIGIN) {
    this.#running = running;
    this.#address = address;
    this.#origin = origin;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send({ method: "GET", url, headers });
  }

  /** A header with the value "" is omitted. */
  post(
    url: string,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const all = { origin: this.#origin, "content-type": "application/json", ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
    return this.#send({ method: "POST", url, headers: sent, payload: JSON.stringify(body) });
  }

  /** Sends a change without a body, or with one. */
  change(method: "PUT" | "DELETE", url: string, body?: object): Promise<LightMyRequestResponse> {
    const headers = { origin: this.#origin, ...(body && { "content-type": "application/json" }) };
    return this.#send({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) });
  }

  /** Returns a client with a copy of the current cookies, like an attacker who copied them. */
  copy(): Browser {
    const copy = new Browser(this.#running, this.#address, this.#origin);
    for (const [name, value] of this.#cookies) copy.setOwnCookie(name, value);
    return copy;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  setOwnCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Returns the Set-Cookie line of the last response that set cookies. */
  setCookie(name: string): string {
    return this.#lastSetCookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
  }

  /** Signs up as the first person of the server. */
  async signUpFirst(email = "first@example.org", password = "a long first password"): Promise<void> {
    const token = await this.#running.database.transaction((db) => makeSetupToken(db, Date.now()));
    const response = await this.post("/api/auth/set-up", { token, name: "First", email, password });
    if (response.statusCode !== 201)
      throw new Error(`set-up returned ${response.statusCode}: ${response.body}`);
  }

  async #send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#running.app.server.inject({
      ...request,
      remoteAddress: this.#address,
      headers: { ...request.headers, ...(cookie !== "" && { cookie }) },
    });
    this.#storeCookies([response.headers["set-cookie"] ?? []].flat());
    return response;
  }

  #storeCookies(setCookies: string[]): void {
    if (setCookies.length > 0) this.#lastSetCookies = setCookies;
    for (const line of setCookies) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** Each browser has its own address, so that only tests of rate limits per address share one. */
function randomAddress(): string {
  const [a, b, c] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}
