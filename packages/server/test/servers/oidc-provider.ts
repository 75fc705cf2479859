import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Claims = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};

export type OidcTestProvider = {
  issuer: string;
  /** Sets the claims of the next sign-ins. */
  signInAs(claims: Claims): void;
  /** Follows the provider's pages like a person and returns the URL of the redirect back. */
  visit(url: string): Promise<URL>;
  /** Returns the number of requests. */
  requests(): number;
  stop(): Promise<void>;
};

export const CLIENT = { clientId: "vedette", clientSecret: "a secret between the two" };

/** A real OIDC provider on loopback whose users sign in without a password. */
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
    claims: { email: ["email", "email_verified"], profile: ["name", "groups"] },
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
      const response = await send(url, form, cookies);
      form = null;
      const location = response.headers.get("location");
      if (location !== null) {
        url = new URL(location, url);
        if (url.href.startsWith(redirectUri)) return url;
        continue;
      }
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (action === undefined || prompt === undefined)
        throw new Error(`no form at ${url}: ${page.slice(0, 500)}`);
      url = new URL(action, url);
      form = new URLSearchParams({ prompt, login: claims.sub, password: "any" });
    }
    throw new Error(`the provider did not redirect back; last URL: ${url}`);
  }

  return {
    issuer,
    signInAs: (next) => {
      claims = next;
    },
    visit,
    requests: () => requests,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const STEPS_MAX = 12;

async function send(url: URL, form: URLSearchParams | null, cookies: Map<string, string>): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(url, {
    redirect: "manual",
    headers: { cookie },
    ...(form && { method: "POST", body: form }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
    cookies.set(name, value);
  }
  return response;
}
