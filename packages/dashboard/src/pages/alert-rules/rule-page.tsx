import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/toast.tsx";
import { bodyOfRule, draftOfRule, emptyRule, type RuleDraft } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";

const route = getRouteApi("/shell/alerts/rules/$id");

export function NewRulePage() {
  const api = useApi();
  const done = useDone();
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
  const done = useDone();
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
      {error && <Notice>{asApiError(error).message}</Notice>}
      {!data && !error && <Skeleton lines={6} />}
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

function useDone(): (message: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    toast(message);
    void queries.invalidateQueries({ queryKey: keys.all("alert-rules") });
    await navigate({ to: "/alerts/rules" });
  };
}
