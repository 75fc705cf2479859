import type { APIRequestContext, BrowserContext } from "playwright-core";

type Person = { email: string; password: string };
type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The sessions of the shared server, by its address and the email. */
const kept = new Map<string, Map<string, Cookies>>();

/** From now on, `signIn` signs a person in once at this server, because a server limits how often an address may do so. */
export function keepSessionsOf(url: string): void {
  kept.set(url, new Map());
}

/** Gives the context a session of the person. */
export async function signIn(context: BrowserContext, url: string, person: Person): Promise<void> {
  const sessions = kept.get(url);
  const earlier = sessions?.get(person.email);
  if (earlier) {
    await context.addCookies(earlier);
    // A test may have signed out.
    if ((await context.request.get("/api/v1/user/organizations")).ok()) return;
    await context.clearCookies();
  }
  await signInAnew(context.request, url, person);
  sessions?.set(person.email, await context.cookies(url));
}

async function signInAnew(
  request: APIRequestContext,
  url: string,
  { email, password }: Person,
): Promise<void> {
  const response = await request.post("/api/auth/sign-in", {
    data: { email, password },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(`the sign-in returned ${response.status()}: ${await response.text()}`);
}
