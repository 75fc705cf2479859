import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useSaved } from "../alerts/use-saved.ts";
import { bodyOfRule, draftOfRule, emptyRule, type RuleDraft } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";

const route = getRouteApi("/shell/alerts/rules/$id");

export function NewRulePage() {
  const api = useApi();
  const done = useSaved("alert-rules", "/alerts/rules");
  return (
    <>
      <PageHeader title="New alert rule" />
      <RuleForm
        initial={emptyRule()}
        isNew
        onSave={async (draft: RuleDraft) => {
          await dataOf(api.POST("/api/v1/alerts/rules", { body: bodyOfRule(draft) }));
          await done("Rule created. It is evaluated with the next result.");
        }}
      />
    </>
  );
}

export function RulePage() {
  const { id } = route.useParams();
  const api = useApi();
  const done = useSaved("alert-rules", "/alerts/rules");
  const params = { path: { id } };
  const { data, error } = useQuery({
    queryKey: keys.detail("alert-rules", id),
    // The form must start from the stored values, not from the cache of an earlier visit.
    gcTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/alerts/rules/{id}", { params, signal })),
  });
  return (
    <>
      <PageHeader title={data?.name ?? "Alert rule"} />
      <LoadState data={data} error={error} lines={6} />
      {data && (
        <ReadOnlyBelow>
          <RuleForm
            key={data.id}
            initial={draftOfRule(data)}
            isNew={false}
            onSave={async (draft) => {
              await dataOf(api.PUT("/api/v1/alerts/rules/{id}", { params, body: bodyOfRule(draft) }));
              await done("Rule saved.");
            }}
          />
        </ReadOnlyBelow>
      )}
    </>
  );
}
