import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { SearchResult } from "@vedette/contract/search/search.ts";
import type { BulkTargetsInput } from "@vedette/contract/targets/bulk.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { toast, toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { useApi } from "../session.tsx";
import { pathOf } from "./result-groups.ts";
import type { Verb } from "./target-verbs.ts";

const SNOOZE_MINUTES = 60;

type Change = Pick<BulkTargetsInput, "action" | "snooze">;

const CHANGES: Record<Exclude<Verb, "edit" | "clone">, { change: Change; done: string }> = {
  check: { change: { action: "check" }, done: "started" },
  pause: { change: { action: "pause" }, done: "paused" },
  resume: { change: { action: "resume" }, done: "resumed" },
  snooze: {
    change: { action: "snooze", snooze: { minutes: SNOOZE_MINUTES } },
    done: t("snoozed for 1 hour"),
  },
  unsnooze: { change: { action: "unsnooze" }, done: t("no longer snoozed") },
};

const NOUNS = {
  monitor: "monitors",
  api_monitor: "api-monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
} as const;

/** Returns a function that applies an action to a found target. */
export function useRunVerb(): (verb: Verb, target: SearchResult) => void {
  const api = useApi();
  const queries = useQueryClient();
  const router = useRouter();

  async function change(
    verb: Exclude<Verb, "edit" | "clone">,
    { id, name, type }: SearchResult,
  ): Promise<void> {
    const { change: request, done } = CHANGES[verb];
    const body = { ...request, selector: { targets: [id] } };
    const { failed } = await dataOf(api.POST("/api/v1/targets/bulk", { body }));
    const [failure] = failed;
    toast(failure ? failure.message : `${name} ${done}.`, failure ? "problem" : "done");
    if (type in NOUNS)
      await queries.invalidateQueries({ queryKey: keys.all(NOUNS[type as keyof typeof NOUNS]) });
  }

  return (verb, target) => {
    if (verb === "edit") router.history.push(`${pathOf(target)}/edit`);
    else if (verb === "clone") {
      const [, noun] = pathOf(target).split("/");
      router.history.push(`/${noun}/new?copy=${target.id}`);
    } else change(verb, target).catch(toastError);
  };
}
