import type { FastifyReply, FastifyRequest } from "fastify";
import { listComponents } from "../../../pipeline/status-pages/components/component-queries.ts";
import type { ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
import {
  canConfirm,
  changeChoices,
  confirmSubscription,
  findSubscriberByToken,
  unsubscribe,
} from "../../../pipeline/status-pages/subscribers/change-subscription.ts";
import { subscribe } from "../../../pipeline/status-pages/subscribers/subscribe.ts";
import type { SubscriberRow } from "../../../pipeline/status-pages/subscribers/subscriber-row.ts";
import { normalizeAddress } from "../../../pipeline/status-pages/subscribers/subscriber-secrets.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { hasAttemptsLeft } from "../../identity/sign-in-limits.ts";
import { ArchiveLimit } from "../archive-limit.ts";
import { localeOf, requestedLanguage } from "../languages/catalogue.ts";
import { chooseLanguage, type PageRequest } from "../page-request.ts";
import { renderDocument } from "../render/layout.ts";
import { messagePage } from "../render/message-page.ts";
import type { View } from "../render/view.ts";
import type { PageStore } from "../store/page-store.ts";
import { readAddress, readChoices } from "./subscription-form.ts";
import {
  type Note,
  renderConfirm,
  renderManage,
  renderNote,
  renderSubscribePage,
  renderUnsubscribe,
} from "./subscription-pages.ts";

/**
 * Subscribing to a page, and the links of subscribers. A link changes nothing when it is opened: programs that scan mails
 * open it too. No response shows whether an address is subscribed.
 */
export type SubscriptionDeps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  /** Makes the hashes of addresses. */
  secret: string;
  mailer: { isConfigured: boolean };
  store: PageStore;
};

type Visit = { request: FastifyRequest; reply: FastifyReply; page: ServedPage; asked: PageRequest };
/** `isGranted`: whether the visitor may open the page; the link alone shows nothing of it. */
type HeldVisit = Visit & { isGranted: boolean };

const HELD_PATHS: ReadonlySet<string> = new Set(["/subscription", "/unsubscribe"]);
const TOKEN = /^[\w-]{32}$/;

/** Whether the path is one of the links in messages to a subscriber. */
export function isHeldPath(path: string): boolean {
  return HELD_PATHS.has(path);
}

export class SubscriptionServer {
  readonly #deps: SubscriptionDeps;
  readonly #limit: ArchiveLimit;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: SubscriptionDeps) {
    this.#deps = deps;
    this.#limit = new ArchiveLimit(deps.clock);
  }

  /** Resolves when the sign-ups that were accepted are stored. */
  async stop(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** `GET /subscribe` of a visitor who may open the page. */
  async showForm(visit: Visit): Promise<FastifyReply> {
    return this.#sendForm(visit, { status: 200, note: null });
  }

  /** `POST /subscribe` of a visitor who may open the page. */
  async submit(visit: Visit): Promise<FastifyReply> {
    const { database, clock, mailer } = this.#deps;
    const { page, request } = visit;
    const form = formOf(request);
    const { messages } = this.#localeOf(visit);
    const found = readAddress(form);
    const choices = readChoices(form, await listComponents(database, page.org_id, page.id));
    if (!found || !choices || (found.type === "email" && !mailer.isConfigured))
      return this.#sendForm(visit, { status: 400, note: bad(messages.subscription.invalid) });
    const visitor = { kind: "page subscription address", subject: request.ip } as const;
    if (!(await hasAttemptsLeft(database, clock, visitor)))
      return this.#sendForm(visit, { status: 429, note: bad(messages.subscription.tooMany) });
    const subject = `${found.type} ${normalizeAddress(found.type, found.address)}`;
    const isWanted = await hasAttemptsLeft(database, clock, { kind: "page subscription", subject });
    const language = this.#formLanguage(visit, form);
    // Not awaited: the time of the response would show whether the address is subscribed.
    if (isWanted && isAllowed(page, found)) this.#subscribeLater(page, { ...found, ...choices, language });
    return this.#sendForm(visit, { status: 200, note: good(messages.subscription.requested) });
  }

  /** `GET` of a link. */
  async showHeld(visit: HeldVisit): Promise<FastifyReply> {
    const { database, clock } = this.#deps;
    this.#limit.assertMayRead(visit.request.ip);
    const token = visit.asked.query.get("token") ?? "";
    const row = TOKEN.test(token)
      ? await findSubscriberByToken(database, { pageId: visit.page.id, token })
      : null;
    const locale = this.#localeOf(visit, row);
    const place = { locale, base: visit.asked.base };
    if (row === null) return this.#sendInvalid(visit);
    if (visit.asked.path === "/unsubscribe") {
      const { unsubscribe: title } = locale.messages.subscription;
      return sendHtml(visit, 200, messagePage({ ...place, title, body: renderUnsubscribe(place, token) }));
    }
    if (row.state === "active") return this.#sendManage(visit, { row, token, note: null });
    if (!canConfirm(row, clock.now())) return this.#sendInvalid(visit);
    const body = renderConfirm(place, { token, title: visit.page.title });
    return sendHtml(visit, 200, messagePage({ ...place, title: locale.messages.subscription.confirm, body }));
  }

  /** `POST /subscription`: the buttons of the pages. */
  async changeHeld(visit: HeldVisit): Promise<FastifyReply> {
    const { database, clock } = this.#deps;
    this.#limit.assertMayRead(visit.request.ip);
    const { page } = visit;
    const form = formOf(visit.request);
    const token = form.get("token") ?? "";
    if (!TOKEN.test(token)) return this.#sendInvalid(visit);
    const held = { pageId: page.id, token };
    if (form.get("action") === "unsubscribe") return this.unsubscribe(visit, token);
    if (form.get("action") === "confirm") {
      const row = await database.transaction((db) => confirmSubscription(db, held, clock.now()));
      if (!row) return this.#sendInvalid(visit);
      const { confirmed } = this.#localeOf(visit, row).messages.subscription;
      return this.#sendManage(visit, { row, token, note: good(confirmed) });
    }
    const known = visit.isGranted ? await findSubscriberByToken(database, held) : null;
    if (known?.state !== "active") return this.#sendInvalid(visit);
    const { messages } = this.#localeOf(visit, known);
    const choices = readChoices(form, await listComponents(database, page.org_id, page.id));
    if (!choices)
      return this.#sendManage(visit, { row: known, token, note: bad(messages.subscription.invalid) });
    const { language } = known;
    const row = await database.transaction((db) => changeChoices(db, held, { ...choices, language }));
    if (!row) return this.#sendInvalid(visit);
    return this.#sendManage(visit, { row, token, note: good(messages.subscription.saved) });
  }

  /** `POST /unsubscribe?token=…`, by a button or by a mail program (RFC 8058). Unknown tokens get the same response. */
  async unsubscribe(visit: HeldVisit, token = visit.asked.query.get("token") ?? ""): Promise<FastifyReply> {
    const { database, clock } = this.#deps;
    this.#limit.assertMayRead(visit.request.ip);
    const held = { pageId: visit.page.id, token };
    const row = TOKEN.test(token)
      ? await database.transaction((db) => unsubscribe(db, held, clock.now()))
      : null;
    const locale = this.#localeOf(visit, row);
    const { unsubscribe: title, unsubscribed } = locale.messages.subscription;
    const place = { locale, base: visit.asked.base };
    return sendHtml(visit, 200, messagePage({ ...place, title, body: renderNote(good(unsubscribed)) }));
  }

  async #sendForm(
    visit: Visit,
    { status, note }: { status: number; note: Note | null },
  ): Promise<FastifyReply> {
    const { view, version } = await this.#viewOf(visit, this.#localeOf(visit).language);
    const title = view.locale.messages.subscription.subscribe;
    const body = renderSubscribePage(view, { note, hasMail: this.#deps.mailer.isConfigured });
    const document = { title, path: "/subscribe", body, isLive: false, version };
    return sendHtml(visit, status, renderDocument(view, document));
  }

  /** Who may not open the page sees no component, and can only unsubscribe. */
  async #sendManage(
    visit: HeldVisit,
    { row, token, note }: { row: SubscriberRow; token: string; note: Note | null },
  ): Promise<FastifyReply> {
    const locale = this.#localeOf(visit, row);
    const place = { locale, base: visit.asked.base };
    const { manage: title } = locale.messages.subscription;
    if (!visit.isGranted) {
      const body = [renderNote(note), renderUnsubscribe(place, token)];
      return sendHtml(visit, 200, messagePage({ ...place, title, body }));
    }
    const { view } = await this.#viewOf(visit, locale.language);
    const { page } = visit;
    const components = await listComponents(this.#deps.database, page.org_id, page.id);
    const ids = row.component_ids;
    const chosen = components.filter(({ id }) => ids?.includes(id)).map(({ public_id: id }) => id);
    const choices = { topics: row.topics, component_ids: ids === null ? null : chosen };
    return sendHtml(
      visit,
      note?.isError ? 400 : 200,
      messagePage({ ...place, title, body: renderManage(view, { token, choices, note }) }),
    );
  }

  #sendInvalid(visit: Visit): FastifyReply {
    const locale = this.#localeOf(visit);
    const place = { locale, base: visit.asked.base };
    const { messages } = locale;
    const title = messages.subscription.manage;
    return sendHtml(
      visit,
      404,
      messagePage({ ...place, title, body: renderNote(bad(messages.linkInvalid)) }),
    );
  }

  /** The language that the visitor asks for, or that of the subscription. */
  #localeOf({ page, request, asked: { query } }: Visit, row: SubscriberRow | null = null) {
    const header = request.headers["accept-language"];
    const { language, isChosen } = chooseLanguage(page, { query, header });
    return localeOf(row === null || isChosen ? language : row.language, page.settings.timezone ?? "UTC");
  }

  #formLanguage(visit: Visit, form: URLSearchParams) {
    const { languages, default_language: fallback } = visit.page.settings;
    const wanted = requestedLanguage(form.get("language"), { offered: languages, fallback });
    return wanted ?? this.#localeOf(visit).language;
  }

  async #viewOf(
    { page, asked: { base } }: Visit,
    language: View["locale"]["language"],
  ): Promise<{ view: View; version: string }> {
    const { snapshot, version } = await this.#deps.store.get(page);
    const locale = localeOf(language, snapshot.page.timezone);
    return { view: { snapshot, locale, base, isChosen: false, nowMs: this.#deps.clock.now() }, version };
  }

  #subscribeLater(
    page: ServedPage,
    wanted: Omit<Parameters<typeof subscribe>[1], "orgId" | "pageId" | "by" | "isConfirmed">,
  ): void {
    const { database, vault, clock, secret, log } = this.#deps;
    const request = { ...wanted, orgId: page.org_id, pageId: page.id, by: "visitor", isConfirmed: false };
    const work: Promise<unknown> = database
      .transaction((db) => subscribe({ db, vault, secret, nowMs: clock.now() }, request))
      .catch((error: unknown) =>
        log.warn("status_page.subscribe_failed", { page_id: page.id, ...errorFacts(error) }),
      )
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }
}

/** A page for some email domains sends to addresses of these only. */
function isAllowed(page: ServedPage, { type, address }: { type: string; address: string }): boolean {
  if (page.access !== "email_domains" || type !== "email") return true;
  return page.email_domains.includes(address.slice(address.lastIndexOf("@") + 1).toLowerCase());
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

const good = (text: string): Note => ({ text, isError: false });
const bad = (text: string): Note => ({ text, isError: true });

function sendHtml({ reply }: Pick<Visit, "reply">, status: number, text: string): FastifyReply {
  return reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(text);
}
