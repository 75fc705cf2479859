import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

/** Shows the page to visitors, or hides it from them. */
export function PublishButton({ page: { id, title, published } }: { page: StatusPage }) {
  const api = useApi();
  const queries = useQueryClient();
  const put = async (isPublished: boolean) => {
    const params = { path: { id } };
    await dataOf(api.PUT("/api/v1/status-pages/{id}", { params, body: { published: isPublished } }));
    toast(isPublished ? t("{title} is published.", { title }) : t("{title} is a draft again.", { title }));
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
  };
  const { mutate, isPending } = useMutation({ mutationFn: () => put(true), onError: toastError });
  if (!published)
    return (
      <Button variant="primary" busy={isPending && t("Publishing …")} onClick={() => mutate()}>
        {t("Publish")}
      </Button>
    );
  return (
    <ConfirmButton
      label={t("Unpublish")}
      variant="plain"
      title={t("Unpublish {title}?", { title })}
      description={t("Visitors get “not found”. Members of your organization still see the page.")}
      action={{ label: t("Unpublish"), busy: t("Unpublishing …"), run: () => put(false) }}
    />
  );
}
