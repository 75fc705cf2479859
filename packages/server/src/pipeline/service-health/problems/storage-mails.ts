import type { ServiceProblem } from "@vedette/contract/service-health/service-problems.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/*
 * Mails the owners of the oldest organization, which is that of the operator, when nothing has been stored for a
 * minute, and when results are stored again. Alerts cannot do it: they are evaluated when results are stored.
 */

export type StorageMailsDeps = {
  database: Pick<Database, "rows">;
  mailer: Mailer;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  problems: () => readonly ServiceProblem[];
};

const LOOK_MS = 10_000;
const PATIENCE_MS = 60_000;
/** Addresses are read while the database answers. */
const ADDRESSES_AGE_MS_MAX = 300_000;
const OWNERS_MAX = 20;

export class StorageMails {
  readonly #deps: StorageMailsDeps;
  #addresses: string[] = [];
  #readAtMs = Number.NEGATIVE_INFINITY;
  /** The problem that the owners know. */
  #told: ServiceProblem | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: StorageMailsDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (!this.#deps.mailer.isConfigured) return;
    void this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Public for tests. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#deps.log.warn("problems.mail_failed", errorFacts(error)))
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { clock, problems } = this.#deps;
    const problem = problems().find(({ code }) => code.startsWith("storage_")) ?? null;
    if (problem === null) {
      if (this.#told) await this.#send(endedTexts(this.#told, clock.now()));
      this.#told = null;
      await this.#readAddresses();
      return;
    }
    if (this.#told || clock.now() - Date.parse(problem.since) < PATIENCE_MS) return;
    this.#told = problem;
    await this.#send(beganTexts(problem, this.#deps.publicUrl));
  }

  async #readAddresses(): Promise<void> {
    const { clock, database } = this.#deps;
    const isFresh = clock.monotonic() - this.#readAtMs < ADDRESSES_AGE_MS_MAX;
    // A new installation has no owner yet.
    if (isFresh && this.#addresses.length > 0) return;
    const rows = await database.rows<{ email: string }>(sql`
      select p.email from membership m join person p on p.id = m.person_id
      where m.role = 'owner'
        and m.org_id = (select id from organization where not sample order by created_at, id limit 1)
      order by m.joined_at, p.id limit ${OWNERS_MAX}`);
    this.#addresses = rows.map(({ email }) => email);
    this.#readAtMs = clock.monotonic();
  }

  async #send({ subject, lines }: { subject: string; lines: readonly string[] }): Promise<void> {
    const { mailer, log } = this.#deps;
    const text = `${lines.join("\n\n")}\n`;
    const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("");
    const sent = await Promise.allSettled(
      this.#addresses.map((to) => mailer.send({ to, subject, text, html })),
    );
    for (const each of sent) {
      if (each.status === "rejected") log.warn("problems.mail_failed", errorFacts(each.reason));
    }
  }
}

function beganTexts({ message, since }: ServiceProblem, publicUrl: string) {
  return {
    subject: "Vedette stores no results",
    lines: [
      message,
      `Since ${since}, Vedette at ${publicUrl} has stored no result. Checks still run; their results wait in memory, and a restart loses them. No alert is sent until results are stored.`,
      "You get this email as an owner of this installation's first organization.",
    ],
  };
}

function endedTexts({ since }: ServiceProblem, nowMs: number) {
  return {
    subject: "Vedette stores results again",
    lines: [`The problem that began at ${since} was over at ${new Date(nowMs).toISOString()}.`],
  };
}
