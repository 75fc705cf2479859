import { getRouteApi, Link } from "@tanstack/react-router";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import { isTunable } from "@vedette/contract/alerts/rule-tuning.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { ForRole, ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { t } from "../../language/t.ts";
import { useSaved } from "../alerts/use-saved.ts";
import { bodyOfRule, draftOfRule, emptyRule, type RuleDraft } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";

const route = getRouteApi("/shell/alerts/rules/$id");

export function NewRulePage() {
  const api = useApi();
  const done = useSaved("alert-rules", "/alerts/rules");
  return (
    <>
      <PageHeader title={t("Add alert rule")} />
      <RuleForm
        initial={emptyRule()}
        isNew
        onSave={async (draft: RuleDraft) => {
          await dataOf(api.POST("/api/v1/alerts/rules", { body: bodyOfRule(draft) }));
          await done(t("Rule created. It is evaluated with the next result."));
        }}
      />
    </>
  );
}

export function RulePage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("alert-rules", id, (signal) =>
    versionedOf(api.GET("/api/v1/alerts/rules/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <PageHeader
        title={loaded?.data.name ?? t("Alert rule")}
        actions={loaded && isTunable(loaded.data.type) && <TuneLink id={id} />}
      />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && (
        <ReadOnlyBelow>
          <EditRule key={id} loaded={loaded} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

function TuneLink({ id }: { id: string }) {
  return (
    <ForRole>
      <Link to="/alerts/rules/$id/tune" params={{ id }} className={buttonClass()}>
        {t("Tune")}
      </Link>
    </ForRole>
  );
}

function EditRule({ loaded }: { loaded: Versioned<AlertRule> }) {
  const api = useApi();
  const done = useSaved("alert-rules", "/alerts/rules");
  const params = { path: { id: loaded.data.id } };
  const [initial] = useState(() => draftOfRule(loaded.data));
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (rule: AlertRule) => bodyOfRule(draftOfRule(rule)),
    read: () => versionedOf(api.GET("/api/v1/alerts/rules/{id}", { params })),
    write: (body, { etag }) =>
      versionedOf(api.PUT("/api/v1/alerts/rules/{id}", { params, body, ifMatch: etag })),
  });
  return (
    <>
      <RuleForm
        initial={initial}
        isNew={false}
        onSave={async (draft) => {
          if (draft.type !== loaded.data.type) {
            // The API never changes the type of a rule, because its alerts have evidence of that type.
            await dataOf(api.POST("/api/v1/alerts/rules", { body: bodyOfRule(draft) }));
            await dataOf(api.DELETE("/api/v1/alerts/rules/{id}", { params }));
            await done(t("Rule replaced."));
            return true;
          }
          if ((await save(bodyOfRule(draft))) === null) return false;
          await done(t("Rule saved."));
          return true;
        }}
      />
      {dialog}
    </>
  );
}
