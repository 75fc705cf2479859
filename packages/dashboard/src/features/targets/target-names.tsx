import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Api, dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { TARGET_KIND_LABELS, type TargetKind, targetPath } from "../alerts/alert-labels.ts";
import { ALL_KINDS, type TargetRef } from "./target-ref.ts";

export type NamedTarget = TargetRef & { name: string };

const FOUND_MAX = 200;
const NAMES_STALE_AFTER_MS = 60_000;

/** Returns the targets whose name contains `q`, up to one page of each kind. */
export function useTargets(
  kinds: readonly TargetKind[],
  q = "",
): { targets: NamedTarget[]; isLoading: boolean } {
  const api = useApi();
  const { data, isLoading } = useQuery({
    queryKey: keys.list("targets", kinds, q),
    queryFn: async ({ signal }) => {
      const found = await Promise.all(kinds.map((kind) => findTargets(api, kind, { q, signal })));
      return found.flat();
    },
    placeholderData: (previous) => previous,
    staleTime: NAMES_STALE_AFTER_MS,
  });
  return { targets: data ?? [], isLoading };
}

async function findTargets(
  api: Api,
  kind: TargetKind,
  { q, signal }: { q: string; signal: AbortSignal },
): Promise<NamedTarget[]> {
  const query = { limit: FOUND_MAX, sort: "name" as const, ...(q !== "" && { q }) };
  const request = { params: { query }, signal };
  const named = ({ id, name }: { id: string; name: string }) => ({ type: kind, id, name });
  switch (kind) {
    case "monitor":
      return (await pageOf(api.GET("/api/v1/monitors", request))).items.map(named);
    case "api_monitor":
      return (await pageOf(api.GET("/api/v1/api-monitors", request))).items.map(named);
    case "journey":
      return (await pageOf(api.GET("/api/v1/journeys", request))).items.map(named);
    case "heartbeat":
      return (await pageOf(api.GET("/api/v1/heartbeats", request))).items.map(named);
  }
}

async function readTarget(api: Api, { type, id }: TargetRef, signal: AbortSignal): Promise<{ name: string }> {
  const request = { params: { path: { id } }, signal };
  switch (type) {
    case "monitor":
      return dataOf(api.GET("/api/v1/monitors/{id}", request));
    case "api_monitor":
      return dataOf(api.GET("/api/v1/api-monitors/{id}", request));
    case "journey":
      return dataOf(api.GET("/api/v1/journeys/{id}", request));
    case "heartbeat":
      return dataOf(api.GET("/api/v1/heartbeats/{id}", request));
  }
}

/** Returns the name of a target, or its id while loading. Reads the shared list first, so that many names need one request. */
function useTargetName(target: TargetRef): string {
  const api = useApi();
  const { targets, isLoading } = useTargets(ALL_KINDS);
  const listed = targets.find(({ id }) => id === target.id);
  const { data } = useQuery({
    queryKey: keys.other("targets", "name", target.id),
    queryFn: ({ signal }) => readTarget(api, target, signal),
    enabled: !isLoading && !listed,
    staleTime: NAMES_STALE_AFTER_MS,
  });
  return listed?.name ?? data?.name ?? target.id;
}

export function TargetName({ target }: { target: TargetRef }) {
  return useTargetName(target);
}

export function TargetLink({ target, name }: { target: TargetRef; name: string }) {
  return (
    <Link
      to={targetPath(target)}
      className="text-accent underline underline-offset-2 hover:text-accent-hover"
    >
      <span className="sr-only">{TARGET_KIND_LABELS[target.type]} </span>
      {name}
    </Link>
  );
}
