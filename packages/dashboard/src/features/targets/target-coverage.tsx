import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TargetCoverage as Coverage } from "@vedette/contract/targets/coverage.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";

/** The rules, channels and maintenance windows that cover a target. */
export function TargetCoverage({ targetId }: { targetId: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("targets", targetId, "coverage"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/targets/{id}/coverage", { params: { path: { id: targetId } }, signal })),
  });
  return (
    <section className="card grid gap-3 p-4" aria-labelledby="coverage-title">
      <h2 id="coverage-title">Who is notified if this fails?</h2>
      <LoadState data={data} error={error} lines={2} />
      {data && <CoverageFacts coverage={data} />}
    </section>
  );
}

function CoverageFacts({
  coverage: { rules, maintenance_windows: windows, is_notified },
}: {
  coverage: Coverage;
}) {
  return (
    <>
      {!is_notified && (
        <Notice kind="warning">
          No one: no enabled rule with a channel covers this target.{" "}
          <ForRole>
            <Link to="/alerts/rules/new" className="underline underline-offset-2">
              Add a rule
            </Link>
          </ForRole>
        </Notice>
      )}
      <ul className="grid gap-2">
        {rules.map(({ id, name, enabled, severity, channels }) => (
          <li key={id} className="wrap-anywhere">
            <Link to="/alerts/rules/$id" params={{ id }} className="font-semibold hover:underline">
              {name}
            </Link>{" "}
            <span className="text-soft">
              {enabled ? severity : "disabled"} →{" "}
              {channels.length === 0 ? "dashboard only" : channels.map(channelText).join(", ")}
            </span>
          </li>
        ))}
        {windows.map(({ id, name, active }) => (
          <li key={id} className="wrap-anywhere">
            <Link to="/alerts/maintenance/$id" params={{ id }} className="font-semibold hover:underline">
              {name}
            </Link>{" "}
            <span className="text-soft">maintenance window{active ? ", active now" : ""}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function channelText({ name, enabled }: { name: string; enabled: boolean }): string {
  return enabled ? name : `${name} (disabled)`;
}
