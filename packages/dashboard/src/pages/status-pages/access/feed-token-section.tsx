import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toastError } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";

/** The secret token with which programs read a page that is not public. */
export function FeedTokenSection({ page: { id, url, has_feed_token: hasToken } }: { page: StatusPage }) {
  const api = useApi();
  const queries = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const params = { path: { id } };
  const refresh = () => queries.invalidateQueries({ queryKey: keys.all("status-pages") });
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/status-pages/{id}/feed-token", { params })),
    onSuccess: (created) => {
      setToken(created.token);
      return refresh();
    },
    onError: toastError,
  });
  return (
    <SettingsSection
      title={t("Feed token")}
      description={t(
        "Feed readers, calendars and scripts cannot sign in. With the token in the URL they read the feeds and the JSON of a page that is not public.",
      )}
    >
      {token !== null && (
        <Notice kind="done">
          <div className="grid gap-2">
            <p>{t("Copy it now: it is not shown again.")}</p>
            <CodeBlock label={t("Atom feed")} text={`${url}/feed.atom?token=${token}`} />
          </div>
        </Notice>
      )}
      <ForRole>
        <div className="flex flex-wrap gap-2">
          <Button busy={isPending && t("Creating …")} onClick={() => mutate()}>
            {hasToken ? t("Replace token") : t("Create token")}
          </Button>
          {hasToken && (
            <ConfirmButton
              label={t("Revoke token")}
              title={t("Revoke the feed token?")}
              description={t("Feed readers and calendars that use it stop working.")}
              action={{
                label: t("Revoke token"),
                busy: t("Revoking …"),
                async run() {
                  await api.DELETE("/api/v1/status-pages/{id}/feed-token", { params });
                  setToken(null);
                  await refresh();
                },
              }}
            />
          )}
        </div>
      </ForRole>
    </SettingsSection>
  );
}
