import type {
  BackupHealth,
  ServiceHealth,
  ServiceHealthDay,
} from "@vedette/contract/service-health/service-health.ts";
import { absoluteTime } from "../../components/time-ago.tsx";
import { numberText, responseText, spanText } from "../../format.ts";
import { t, tContext } from "../../language/t.ts";
import { missedReasonText } from "../../missed-text.ts";

/** What the page about Vedette itself says. Pure. */

type InterruptionReason = ServiceHealthDay["interruptions"][number]["reason"];

const REASONS: Record<InterruptionReason, string> = {
  stopped: tContext("process", "stopped"),
  crashed: tContext("process", "crashed"),
  stalled: t("paused by the system"),
  clock: t("clock jumped forward"),
};

export function interruptedText({ interrupted_seconds: seconds }: ServiceHealthDay): string {
  return seconds === 0 ? "–" : spanText(seconds * 1_000);
}

/** "12 s: paused by the system". */
export function interruptionText({ seconds, reason }: ServiceHealthDay["interruptions"][number]): string {
  return `${spanText(seconds * 1_000)}: ${REASONS[reason]}`;
}

/** "3: Vedette was stopped" for each reason. */
export function missedTexts({ missed }: Pick<ServiceHealthDay, "missed">): string[] {
  return missed.map(({ checks, reason }) => `${numberText(checks)}: ${missedReasonText(reason)}`);
}

export function delayText(delay: ServiceHealthDay["check_delay"]): string {
  return delay === null ? "–" : responseText(delay.p99_ms);
}

export function deliveryText(delivery: ServiceHealthDay["delivery"]): string {
  return delivery === null ? "–" : `${responseText(delivery.p50_ms)} / ${responseText(delivery.p99_ms)}`;
}

export function selfCheckText(checks: ServiceHealthDay["self_checks"]): string {
  if (checks === null) return "–";
  const all = checks.passed + checks.failed;
  return checks.failed === 0
    ? t("{all} passed", { all: numberText(all) })
    : t("{failed} of {all} failed", { failed: numberText(checks.failed), all: numberText(all) });
}

/** What the page says of backups: the state, and what the operator can do about it. */
export function backupTexts(backups: BackupHealth): { state: string; notes: string[]; isProblem: boolean } {
  const { last_at: lastAt, failed_at: failedAt, last_bytes: bytes, is_overdue: isOverdue } = backups;
  const size = bytes === null ? "" : `, ${mebibytesText(bytes)}`;
  const contents = backups.last_with_results === false ? t(", without results") : "";
  const notes = [
    isOverdue && lastAt !== null && t("It is older than 48 hours."),
    failedAt !== null &&
      t("The backup of {absoluteTime} failed. The log of the server says why.", {
        absoluteTime: absoluteTime(failedAt),
      }),
    !backups.is_nightly && t("Nightly backups are off. The operator turns them on with VEDETTE_BACKUP."),
  ].filter((note) => note !== false);
  const state =
    lastAt === null
      ? t("There is no backup yet.")
      : t("Last backup: {absoluteTime}{size}{contents}.", {
          absoluteTime: absoluteTime(lastAt),
          size,
          contents,
        });
  return { state, notes, isProblem: isOverdue || failedAt !== null };
}

const MEBIBYTE = 1_048_576;

export function mebibytesText(bytes: number): string {
  return bytes < MEBIBYTE / 10
    ? t("less than 0.1 MiB")
    : `${numberText(Math.round((bytes / MEBIBYTE) * 10) / 10)} MiB`;
}

/** The same figures for all days. */
export function totalsOf({ days }: Pick<ServiceHealth, "days">): {
  interruptedSeconds: number;
  starts: number;
  missed: number;
  failedSelfChecks: number;
} {
  const sum = (value: (day: ServiceHealthDay) => number) =>
    days.reduce((total, day) => total + value(day), 0);
  return {
    interruptedSeconds: sum((day) => day.interrupted_seconds),
    starts: sum((day) => day.starts),
    missed: sum((day) => day.missed.reduce((total, { checks }) => total + checks, 0)),
    failedSelfChecks: sum((day) => day.self_checks?.failed ?? 0),
  };
}
