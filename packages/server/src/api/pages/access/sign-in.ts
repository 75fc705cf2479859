import type { FastifyReply, FastifyRequest } from "fastify";
import { pageUrl } from "../../../pipeline/status-pages/page-url.ts";
import type { ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { pageLinkMail } from "../../../platform/mail/page-link-mail.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { PasswordHashing } from "../../identity/passwords/password-hash.ts";
import { clearAttempts, hasAttemptsLeft } from "../../identity/sign-in-limits.ts";
import { isFeedPath } from "../feeds/feed-documents.ts";
import { localeOf } from "../languages/catalogue.ts";
import { chooseLanguage, type PageRequest } from "../page-request.ts";
import * as messagePages from "../render/message-page.ts";
import type { PageAdmission } from "./page-access.ts";
import { createProof, isProof, pageCookie } from "./page-cookie.ts";

/** How visitors open a page that is not public: with its password, or with a link in an email. */

export type SignInDeps = {
  database: Db;
  clock: Clock;
  log: Logger;
  secret: string;
  hashing: PasswordHashing;
  mailer: Mailer;
  publicUrl: string | null;
  serverUrl: string;
  statusDomain: string | null;
};

type Visit = { request: FastifyRequest; reply: FastifyReply; page: ServedPage; asked: PageRequest };
type Failure = messagePages.Challenge["error"];

/** Asks the visitor for what opens the page. Programs get the status code. */
export function sendChallenge(
  deps: SignInDeps,
  {
    access,
    error = null,
    ...visit
  }: Visit & { access: Exclude<PageAdmission, "granted" | "hidden">; error?: Failure },
): FastifyReply {
  const { reply, asked, page } = visit;
  const place = placeOf(visit);
  const { path, query } = asked;
  const token = query.get("token");
  if (path === "/sign-in" && access === "email_domains" && token !== null)
    return sendHtml(reply, 200, messagePages.confirmPage({ ...place, token }));
  const status = error === "tooManyAttempts" ? 429 : 401;
  if (isFeedPath(path)) return sendFeedChallenge(reply, status);
  if (access === "password")
    return sendHtml(reply, status, messagePages.passwordPage({ ...place, back: path, error }));
  if (access === "email_domains") return sendHtml(reply, status, messagePages.emailPage({ ...place, error }));
  // The cookie of a session is sent to the server's own address only.
  const own = `${deps.publicUrl ?? ""}/status/${page.slug}`;
  const signInUrl = asked.base === "" ? own : "/";
  return sendHtml(reply, status, messagePages.membersPage({ ...place, signInUrl }));
}

/** A program cannot fill in a form. */
function sendFeedChallenge(reply: FastifyReply, status: number): FastifyReply {
  reply.code(status).header("cache-control", "no-store").type("application/json; charset=utf-8");
  return reply.send({
    error: "This status page is protected. Append ?token=… with the feed token of the page.",
  });
}

export async function signIn(
  deps: SignInDeps,
  visit: Visit & { host: string | null },
): Promise<FastifyReply> {
  const form = visit.request.body instanceof URLSearchParams ? visit.request.body : new URLSearchParams();
  const { access } = visit.page;
  if (access === "password") return signInWithPassword(deps, visit, form);
  if (access !== "email_domains") return visit.reply.redirect(visit.asked.base || "/", 303);
  const token = form.get("token");
  return token === null ? sendLink(deps, visit, form.get("email") ?? "") : openWithLink(deps, visit, token);
}

/** A longer password cannot be one. */
const PASSWORD_LENGTH_MAX = 200;

async function signInWithPassword(
  deps: SignInDeps,
  visit: Visit,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const { database, clock, hashing } = deps;
  const { page, request } = visit;
  const challenge = (error: Failure) => sendChallenge(deps, { ...visit, access: "password", error });
  const attempt = { kind: "page password address", subject: request.ip } as const;
  const isAllowed =
    (await hasAttemptsLeft(database, clock, attempt)) &&
    (await hasAttemptsLeft(database, clock, { kind: "page password", subject: page.id }));
  if (!isAllowed) return challenge("tooManyAttempts");
  const password = form.get("password") ?? "";
  const { password_hash: hash } = page;
  if (hash === null || password === "" || password.length > PASSWORD_LENGTH_MAX)
    return challenge("wrongPassword");
  if (!(await hashing.verify({ hash, password }))) return challenge("wrongPassword");
  await clearAttempts(database, attempt);
  return open(deps, visit, form.get("back") ?? "");
}

/** Sets the cookie and leads to a document of the page. */
function open(
  { secret, clock, publicUrl }: SignInDeps,
  { reply, page, asked, request }: Visit,
  back: string,
): FastifyReply {
  const proof = createProof(page, { secret, purpose: "cookie", nowMs: clock.now() });
  const isSecure = request.protocol === "https" || (publicUrl?.startsWith("https://") ?? false);
  reply.header("set-cookie", pageCookie(page, { proof, path: asked.base || "/", isSecure }));
  // A path below the page only: anything else could lead to another site.
  const path = /^(\/[a-z0-9][a-z0-9.-]*)*$/.test(back) && back !== "/sign-in" ? back : "";
  return reply.header("cache-control", "no-store").redirect(`${asked.base}${path}` || "/", 303);
}

const EMAIL = /^[^\s@<>"',;:\\()[\]]{1,64}@([a-z0-9.-]{1,253})$/i;

/** Says the same whether the address is allowed or not. */
async function sendLink(deps: SignInDeps, visit: Visit, text: string): Promise<FastifyReply> {
  const { database, clock, secret, log } = deps;
  const { page, request, reply } = visit;
  const email = text.trim();
  const challenge = (error: Failure) => sendChallenge(deps, { ...visit, access: "email_domains", error });
  if (!(await hasAttemptsLeft(database, clock, { kind: "page link address", subject: request.ip })))
    return challenge("tooManyAttempts");
  const domain = EMAIL.exec(email)?.[1]?.toLowerCase();
  const subject = `${page.id} ${email.toLowerCase()}`;
  const isAllowed = domain !== undefined && page.email_domains.includes(domain);
  if (isAllowed && (await hasAttemptsLeft(database, clock, { kind: "page link email", subject }))) {
    const token = createProof(page, { secret, purpose: "link", nowMs: clock.now() });
    const url = `${addressOf(deps, visit)}/sign-in?token=${token}`;
    // Not awaited: the time of the response would show whether the address is allowed.
    deps.mailer
      .send(pageLinkMail({ email, title: page.title, url }))
      .catch((error: unknown) =>
        log.warn("status_page.link_failed", { page_id: page.id, ...errorFacts(error) }),
      );
  }
  return sendHtml(reply, 200, messagePages.linkSentPage(placeOf(visit)));
}

/** The address of the page at which the visitor is, so that the cookie is set there. */
function addressOf(
  { publicUrl, serverUrl, statusDomain }: SignInDeps,
  { page, asked, request }: Visit,
): string {
  if (asked.base !== "") return `${publicUrl ?? serverUrl}/status/${page.slug}`;
  const host =
    page.domains.find((domain) => domain.is_verified && domain.host === request.hostname)?.host ?? null;
  return pageUrl({ slug: page.slug, host }, { publicUrl, serverUrl, statusDomain });
}

async function openWithLink(deps: SignInDeps, visit: Visit, token: string): Promise<FastifyReply> {
  const isValid = isProof(visit.page, token, {
    secret: deps.secret,
    purpose: "link",
    nowMs: deps.clock.now(),
  });
  if (isValid) return open(deps, visit, "");
  return sendChallenge(deps, {
    ...visit,
    asked: { ...visit.asked, query: new URLSearchParams() },
    access: "email_domains",
    error: "linkInvalid",
  });
}

function placeOf({ request, page, asked: { base, query } }: Visit) {
  const { language } = chooseLanguage(page, { query, header: request.headers["accept-language"] });
  return { locale: localeOf(language, "UTC"), base };
}

function sendHtml(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(text);
}
