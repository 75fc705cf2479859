import { randomBytes } from "node:crypto";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { makeSetupToken } from "../src/api/identity/setup-link.ts";
import type { TestApp } from "./app.ts";
import { OWN_ORIGIN } from "./sessions.ts";

/** Keeps cookies and sends what a browser sends from one of our pages. */
export class Browser {
  readonly #running: TestApp;
  readonly #address: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #lastSetCookies: string[] = [];

  constructor(running: TestApp, address = anyAddress(), origin = OWN_ORIGIN) {
    this.#running = running;
    this.#address = address;
    this.#origin = origin;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send({ method: "GET", url, headers });
  }

  /** A header that is given as "" is left out. */
  post(
    url: string,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const all = { origin: this.#origin, "content-type": "application/json", ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
    return this.#send({ method: "POST", url, headers: sent, payload: JSON.stringify(body) });
  }

  /** Somebody who copied the cookies as they are now. */
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

  /** As the server has set it in its last answer with cookies. */
  setCookie(name: string): string {
    return this.#lastSetCookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
  }

  /** As the first person of a server. */
  async signUpFirst(email = "first@example.org", password = "a long first password"): Promise<void> {
    const token = await this.#running.database.transaction((db) => makeSetupToken(db, Date.now()));
    const answer = await this.post("/api/auth/set-up", { token, name: "First", email, password });
    if (answer.statusCode !== 201) throw new Error(`set-up answered ${answer.statusCode}: ${answer.body}`);
  }

  async #send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#running.app.server.inject({
      ...request,
      remoteAddress: this.#address,
      headers: { ...request.headers, ...(cookie !== "" && { cookie }) },
    });
    this.#keep([answer.headers["set-cookie"] ?? []].flat());
    return answer;
  }

  #keep(setCookies: string[]): void {
    if (setCookies.length > 0) this.#lastSetCookies = setCookies;
    for (const line of setCookies) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** Each browser has an address of its own, so that limits by address are met only where a test wants it. */
function anyAddress(): string {
  const [a, b, c] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}
