import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string };

export type OidcTestProvider = {
  issuer: string;
  /** Whoever signs in from now on is this one. */
  answerAs(claims: Claims): void;
  /** Goes through the provider's pages as a person does; the address that he is sent back to. */
  visit(url: string): Promise<URL>;
  /** How often it was asked anything. */
  requests(): number;
  stop(): Promise<void>;
};

export const CLIENT = { clientId: "vedette", clientSecret: "a secret between the two" };

/** A real provider on loopback whose people sign in without a password. */
export async function startOidcProvider(redirectUri: string): Promise<OidcTestProvider> {
  let claims: Claims = { sub: "nobody" };
  let requests = 0;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...claims, sub }) }),
    cookies: { keys: ["a key of tests"] },
    pkce: { required: () => true },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    requests++;
    void handle(request, response);
  });

  async function visit(start: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(start);
    let form: URLSearchParams | null = null;
    for (let step = 0; step < STEPS_MAX; step++) {
      const answer = await ask(url, form, cookies);
      form = null;
      const location = answer.headers.get("location");
      if (location !== null) {
        url = new URL(location, url);
        if (url.href.startsWith(redirectUri)) return url;
        continue;
      }
      const page = await answer.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (action === undefined || prompt === undefined)
        throw new Error(`no form at ${url}: ${page.slice(0, 500)}`);
      url = new URL(action, url);
      form = new URLSearchParams({ prompt, login: claims.sub, password: "any" });
    }
    throw new Error(`the provider led nowhere, in the end to ${url}`);
  }

  return {
    issuer,
    answerAs: (next) => {
      claims = next;
    },
    visit,
    requests: () => requests,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const STEPS_MAX = 12;

async function ask(url: URL, form: URLSearchParams | null, cookies: Map<string, string>): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(url, {
    redirect: "manual",
    headers: { cookie },
    ...(form && { method: "POST", body: form }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
    cookies.set(name, value);
  }
  return answer;
}
