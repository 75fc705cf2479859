import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { Drill } from "@vedette/contract/on-call/drills.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { DrillStatus } from "./drill-status.tsx";

const route = getRouteApi("/shell/escalation-policies/$id/drills");

/** The fire drills of an escalation policy. */
export function DrillsPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { reaches } = useRole();
  const { data, error } = useQuery({
    queryKey: keys.list("drills", id),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/escalation-policies/{id}/drills", { params: { path: { id } }, signal })),
  });
  return (
    <>
      <PageHeader
        title={t("Fire drills")}
        lead={t("A marked test of all steps. It opens no alert.")}
        actions={reaches("member") && <StartDrill policyId={id} />}
      />
      <LoadState data={data} error={error} lines={3} />
      {data?.length === 0 && (
        <EmptyState
          title={t("No fire drills yet")}
          description={t("Start one to see whether everyone in this policy can be reached.")}
        />
      )}
      {data && data.length > 0 && (
        <ul className="card max-w-3xl divide-y divide-line px-5">
          {data.map((drill) => (
            <DrillItem key={drill.id} drill={drill} />
          ))}
        </ul>
      )}
    </>
  );
}

function DrillItem({ drill: { id, escalation, acknowledgements } }: { drill: Drill }) {
  const params = { id: escalation.policy_id, drillId: id };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <Link to="/escalation-policies/$id/drills/$drillId" params={params} className="font-semibold">
        <Message text="Started {time}" values={{ time: <TimeAgo at={escalation.started_at} /> }} />
      </Link>
      <span className="flex flex-wrap items-center gap-3 text-soft">
        {t("{count} acknowledged", { count: acknowledgements.length })}
        <DrillStatus escalation={escalation} />
      </span>
    </li>
  );
}

function StartDrill({ policyId: id }: { policyId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={t("Start fire drill")}
      variant="primary"
      title={t("Start a fire drill?")}
      description={t("Everyone in the steps of this policy gets a message marked as a drill, now.")}
      action={{
        label: t("Start fire drill"),
        busy: t("Starting …"),
        async run() {
          const params = { path: { id } };
          const drill = await dataOf(api.POST("/api/v1/escalation-policies/{id}/drill", { params }));
          await queries.invalidateQueries({ queryKey: keys.all("drills") });
          await navigate({
            to: "/escalation-policies/$id/drills/$drillId",
            params: { id, drillId: drill.id },
          });
        },
      }}
    />
  );
}
