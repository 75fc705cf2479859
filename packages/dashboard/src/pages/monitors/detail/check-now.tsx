import { useMutation } from "@tanstack/react-query";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { Button, type ButtonVariant } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { CheckOutcomes } from "../../../features/checks/check-outcome.tsx";
import { t } from "../../../language/t.ts";

type CheckNowProps = { id: string; name: string; variant?: ButtonVariant };

/** Runs a manual check and shows its result. The event updates the list. */
export function CheckNow({ id, name, variant = "plain" }: CheckNowProps) {
  const api = useApi();
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/monitors/{id}/check", { params: { path: { id } } })),
  });
  return (
    <>
      <Button
        variant={variant}
        busy={isPending && t("Checking …")}
        aria-label={`${isPending ? t("Checking …") : t("Check now")}: ${name}`}
        onClick={() => mutate()}
      >
        {t("Check now")}
      </Button>
      <Dialog isOpen={data !== undefined || error !== null} onClose={reset} title={name}>
        {data && <CheckOutcomes checks={data.results} />}
        {error && <Notice>{asApiError(error).message}</Notice>}
      </Dialog>
    </>
  );
}
