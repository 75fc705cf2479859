import { useMutation } from "@tanstack/react-query";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { useMoveOn } from "../settings/organization/use-move-on.ts";

/** On every page of a sample organization: what it is, and one click to delete it. */
export function SampleBanner({ id }: { id: string }) {
  const api = useApi();
  const moveOn = useMoveOn();
  const { reaches } = useRole();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.DELETE("/api/v1/organizations/{id}", { params: { path: { id } } }),
    onSuccess: () => {
      toast(t("Sample organization deleted."));
      return moveOn();
    },
    onError: toastError,
  });
  return (
    <div className="mb-5">
      <Notice kind="hint">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            <strong>{t("Sample organization.")}</strong>{" "}
            {t("Its targets are examples, and some fail on purpose.")}
          </p>
          {reaches("owner") && (
            <Button busy={isPending && t("Deleting …")} onClick={() => mutate()}>
              {t("Delete sample data")}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
