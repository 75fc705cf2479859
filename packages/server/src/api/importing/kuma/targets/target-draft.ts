import { escapeTemplate, mayHaveTemplate } from "@vedette/contract/variables/template.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import type { KumaContext } from "../draft/kuma-context.ts";
import { ancestorsOf, isActive, keyOfMonitor } from "../draft/kuma-context.ts";
import { columnNumber, columnText, flagOf, idOf, readName } from "../draft/row-values.ts";

/** The kinds of targets that monitors of Uptime Kuma become. */
export type TargetKind = "monitor" | "heartbeat" | "journey";

/** Targets whose check would differ are paused and have this tag. */
const REVIEW_TAG = "check-me";

/** A target in the making: its fields, what differs, and the secrets that its fields refer to. */
export class TargetDraft {
  readonly row: KumaRow;
  readonly context: KumaContext;
  readonly key: string;
  readonly name: string;
  readonly fields: Record<string, unknown> = {};
  readonly reasons: string[] = [];
  readonly secrets = new Map<string, string>();
  #needsReview = false;

  constructor(row: KumaRow, context: KumaContext) {
    this.row = row;
    this.context = context;
    this.key = keyOfMonitor(idOf(row));
    const { name, reasons } = readName(columnText(row, "name"), this.key);
    this.name = name;
    this.reasons.push(...reasons);
  }

  text = (column: string): string => columnText(this.row, column);
  number = (column: string): number | null => columnNumber(this.row, column);
  flag = (column: string, initial = false): boolean => flagOf(this.row, column, initial);

  note(reason: string): void {
    if (!this.reasons.includes(reason)) this.reasons.push(reason);
  }

  /** The check would differ from the one in Uptime Kuma, so that a person must look at it. */
  review(reason: string): void {
    this.#needsReview = true;
    this.note(`${reason} It is paused and has the tag '${REVIEW_TAG}'.`);
  }

  /** Notes columns that no field takes, if they are set. */
  noteUnused(columns: Readonly<Record<string, string>>): void {
    for (const [column, label] of Object.entries(columns)) {
      const value = this.row[column];
      if (value !== undefined && value !== null && value !== "" && value !== 0)
        this.note(`The field '${label}' has no counterpart.`);
    }
  }

  /** Stores a value as a secret variable, and returns the reference to it. An empty value stays empty. */
  secret(part: string, value: string): string {
    if (value === "") return "";
    const name = `KUMA_${idOf(this.row)}_${part.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}`.slice(0, 64);
    this.secrets.set(name, value);
    return `{{${name}}}`;
  }

  /** A text of a field that takes variables: braces stay braces. */
  literal(text: string): string {
    return mayHaveTemplate(text) ? escapeTemplate(text) : text;
  }

  /** Seconds, limited to a range. */
  clamped(label: string, seconds: number, { min, max }: { min: number; max: number }): number {
    const limited = Math.min(Math.max(seconds, min), max);
    if (limited !== seconds) this.note(`The ${label} of ${seconds} s is changed to ${limited} s.`);
    return limited;
  }

  /** The fields that all kinds of targets have. */
  addCommonFields(): void {
    const { fields } = this;
    fields.description = this.text("description");
    const ancestors = ancestorsOf(this.context, this.row);
    const group = ancestors.find((each) => this.context.madeGroups.has(idOf(each)));
    if (group !== undefined) fields.group = keyOfMonitor(idOf(group));
    if (group !== ancestors[0]) this.note("Its own group is not made; it is in the next group above.");
    if (ancestors.length === 0 && this.number("parent") !== null) this.note("Its group does not exist.");
    fields.tags = this.#tags();
    if (!this.#isEnabled()) fields.enabled = false;
    this.#noteNotifications();
    if ((this.number("weight") ?? 2_000) !== 2_000)
      this.note("The order in the list (weight) has no counterpart.");
  }

  #noteNotifications(): void {
    const { notificationsOf, notifications, channels } = this.context;
    const ids = notificationsOf.get(idOf(this.row)) ?? [];
    for (const id of ids) {
      const notification = notifications.get(id);
      if (notification !== undefined && !channels.has(id))
        this.note(
          `It does not notify '${readName(columnText(notification, "name"), "channel").name}', which is not made.`,
        );
    }
  }

  #isEnabled(): boolean {
    if (this.#needsReview || !isActive(this.row)) return false;
    const isPausedByGroup = ancestorsOf(this.context, this.row).some((group) => !isActive(group));
    if (isPausedByGroup) this.note("It is paused, because its group is paused in Uptime Kuma.");
    return !isPausedByGroup;
  }

  #tags(): string[] {
    const { tags, tagsOf } = this.context;
    const all = (tagsOf.get(idOf(this.row)) ?? []).flatMap((link) => {
      const tag = tags.get(idOf(link, "tag_id"));
      if (tag === undefined) return [];
      const value = columnText(link, "value").trim();
      return [value === "" ? columnText(tag, "name") : `${columnText(tag, "name")}:${value}`];
    });
    return this.#needsReview ? [REVIEW_TAG, ...all] : all;
  }
}
