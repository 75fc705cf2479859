import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/notice.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { andList } from "../../language/lists.ts";
import { t } from "../../language/t.ts";
import { useLocations } from "./fields/use-locations.ts";
import { useBrokenChannels } from "./use-broken-channels.ts";
import { useCoverage } from "./use-coverage.ts";

type MaintenanceBadgeProps = {
  targetId: string;
  /** Whether the status of the target says so too: then only the name is missing. */
  isStatus: boolean;
};

/** Beside the status of a target: the maintenance that is on. */
export function MaintenanceBadge({ targetId, isStatus }: MaintenanceBadgeProps) {
  const { data } = useCoverage(targetId);
  const active = data?.maintenance_windows.filter((window) => window.active) ?? [];
  return active.map(({ id, name }) => (
    <Link key={id} to="/alerts/maintenance/$id" params={{ id }} className="rounded-full">
      <StatusBadge status="maintenance" word={isStatus ? name : t("In maintenance: {name}", { name })} />
    </Link>
  ));
}

/** Beside the status of a target: whether anyone is notified of its failures. Channels that do not deliver do not count. */
export function NotifiedBadge({ targetId }: { targetId: string }) {
  const { data } = useCoverage(targetId);
  const broken = useBrokenChannels();
  if (!data || !broken) return null;
  const channels = new Set(
    data.rules
      .filter(({ enabled }) => enabled)
      .flatMap((rule) => rule.channels.filter(({ id }) => !broken.has(id)).map(({ id }) => id)),
  );
  const policies = new Set(
    data.rules.flatMap(({ enabled, escalation_policy: policy }) => (enabled && policy ? [policy.id] : [])),
  );
  return (
    <a href="#coverage" className="text-[0.8125rem] underline underline-offset-2">
      {channels.size + policies.size === 0 ? (
        <span className="font-semibold text-degraded">{t("No one is notified")}</span>
      ) : (
        notifiedText(channels.size, policies.size)
      )}
    </a>
  );
}

function notifiedText(channels: number, policies: number): string {
  const parts = [
    ...(channels > 0 ? [t("{count, plural, one {# channel} other {# channels}}", { count: channels })] : []),
    ...(policies > 0
      ? [t("{count, plural, one {# escalation policy} other {# escalation policies}}", { count: policies })]
      : []),
  ];
  return t("Notifies {receivers}", { receivers: andList(parts) });
}

const LOCATIONS_REFETCH_MS = 30_000;

/** Locations of a target that have no runner: it is not checked there. */
export function LocationNotice({ locations }: { locations: readonly string[] }) {
  const { data } = useLocations({ refetchInterval: LOCATIONS_REFETCH_MS });
  if (!data) return null;
  const isCovered = (location: string) =>
    data.some(({ id, runners, stand_in: hasFallback }) => id === location && (runners > 0 || hasFallback));
  const missing = [...new Set(locations)].filter((location) => !isCovered(location));
  if (missing.length === 0) return null;
  const isAll = missing.length === new Set(locations).size;
  return (
    <Notice kind="warning">
      {isAll
        ? t("No runner at {locations}: nothing is checked. Start a runner, or remove the location.", {
            locations: missing.join(", "),
          })
        : t("No runner at {locations}: no checks from there. Start a runner, or remove the location.", {
            locations: missing.join(", "),
          })}{" "}
      <Link to="/locations" className="underline underline-offset-2">
        {t("Locations")}
      </Link>
    </Notice>
  );
}
