import { isDeepStrictEqual } from "node:util";
import type { CodeError } from "@vedette/contract/code/code-resources.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { ApplyDocument } from "../apply-document.ts";
import { FolderLock } from "./folder-lock.ts";
import { findFolderOrganization } from "./folder-organization.ts";
import type { FolderContent, FolderSettings } from "./read-folder.ts";
import type { WatchFolder } from "./watch-folder.ts";

/**
 * A folder whose files are applied when they change, for GitOps and ConfigMaps. A thread reads the files; this part applies
 * them, if no other process does. Faulty files change nothing: what was applied last stays.
 */
export type CodeFolderOptions = FolderSettings & {
  /** The ID or slug of the organization; null for the only one. */
  organization: string | null;
  /** Deletions that are accepted beyond the threshold of plans; null for none. */
  deleteMax: number | null;
};

export type CodeFolderState = {
  /** `waiting`: not read yet. `follows`: another process applies the folder. */
  status: "waiting" | "applied" | "rejected" | "follows";
  project: string | null;
  revision: number | null;
  applied_at: string | null;
  /** The first faults of the files. */
  faults: readonly string[];
  fault_count: number;
};

type Deps = {
  database: Database;
  clock: Clock;
  log: Logger;
  apply: ApplyDocument;
  /** Called after each attempt: 1 if the folder is applied, 0 if it was rejected. */
  onAttempt(isApplied: boolean): void;
  watch: WatchFolder;
  retryMs?: number;
};

/** After an attempt that failed for a reason outside of the files, and while another process holds the lock. */
const RETRY_MS = 10_000;
/** Faults that the log and the state name; the others are counted. */
const FAULTS_SHOWN_MAX = 20;

type Outcome = Partial<CodeFolderState> & { status: CodeFolderState["status"]; retries: boolean };

export class CodeFolder {
  readonly #options: CodeFolderOptions;
  readonly #deps: Deps;
  readonly #lock: FolderLock;
  #state: CodeFolderState = {
    status: "waiting",
    ...{ project: null, revision: null, applied_at: null, faults: [], fault_count: 0 },
  };
  #endWatching: (() => Promise<void>) | null = null;
  #content: FolderContent | null = null;
  #attempt: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: CodeFolderOptions, deps: Deps) {
    this.#options = options;
    this.#deps = deps;
    this.#lock = new FolderLock(deps.database);
  }

  get state(): CodeFolderState {
    return this.#state;
  }

  start(): void {
    this.#endWatching = this.#deps.watch(this.#options, (content) => this.#receive(content));
  }

  #receive(content: FolderContent): void {
    this.#content = content;
    clearTimeout(this.#timer);
    // One attempt at a time, in the order of the changes.
    this.#attempt = this.#attempt.then(() => this.#try(content));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#endWatching?.();
    await this.#attempt;
    await this.#lock.release();
  }

  async #try(content: FolderContent): Promise<void> {
    if (this.#isStopped || content !== this.#content) return;
    const outcome = await this.#outcomeOf(content);
    const { retries, ...changed } = outcome;
    this.#state = { ...this.#state, faults: [], fault_count: 0, ...changed };
    if (changed.status !== "follows") this.#deps.onAttempt(changed.status === "applied");
    if (!retries || this.#isStopped) return;
    const retryMs = this.#deps.retryMs ?? RETRY_MS;
    this.#timer = setTimeout(() => content === this.#content && this.#receive(content), retryMs).unref();
  }

  async #outcomeOf(content: FolderContent): Promise<Outcome> {
    if (content.kind === "faults") return this.#rejected(content.faults, { retries: false });
    try {
      if (!(await this.#lock.hold())) return { status: "follows", project: content.project, retries: true };
      const found = await findFolderOrganization(this.#deps.database, this.#options.organization);
      if ("fault" in found) return this.#rejected([found.fault], { retries: true });
      return await this.#apply(found.orgId, content);
    } catch (error) {
      if (error instanceof AppError) return this.#rejected([error.message], { retries: true });
      // A bug must not end the process that also serves the API.
      this.#deps.log.error("code.folder_failed", errorFacts(error));
      return this.#rejected(["the document could not be applied; see the log"], { retries: true });
    }
  }

  async #apply(orgId: OrgId, content: Extract<FolderContent, { kind: "document" }>): Promise<Outcome> {
    const { kind: _, ...document } = content;
    const { clock, log, apply } = this.#deps;
    const applied = await apply(orgId, { ...document, allowDelete: this.#options.deleteMax });
    if (applied.errors !== null) {
      return this.#rejected(
        applied.errors.map((error) => errorText(error, content.sources)),
        { retries: false },
      );
    }
    const { revision, summary, hasChanged } = applied;
    if (hasChanged) log.info("code.applied", { project: content.project, revision, ...summary });
    return {
      ...{ status: "applied", project: content.project, revision, retries: false },
      applied_at: new Date(clock.now()).toISOString(),
    };
  }

  #rejected(faults: readonly string[], { retries }: { retries: boolean }): Outcome {
    const shown = faults.slice(0, FAULTS_SHOWN_MAX);
    const facts = { faults: shown, fault_count: faults.length };
    // An attempt that fails again for the same reason is not logged every few seconds.
    const isKnown = this.#state.status === "rejected" && isDeepStrictEqual(shown, this.#state.faults);
    if (!isKnown) this.#deps.log.warn("code.rejected", { directory: this.#options.directory, ...facts });
    return { status: "rejected", ...facts, retries };
  }
}

/** The thread keeps the exact positions; the server knows the line of each resource. */
function errorText({ path, message }: CodeError, sources: Readonly<Record<string, string>>): string {
  const source = sources[`/${path.slice(0, 2).join("/")}`];
  const place = source === undefined ? "" : `${source} `;
  return `${place}${path.join(".")} ${message}`.trim();
}
