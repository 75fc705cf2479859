import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

/** Copies the whole record; shows it where the browser does not allow that. */
export function CopyMarkdown({ incidentId }: { incidentId: string }) {
  const api = useApi();
  const [shown, setShown] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function copy(): Promise<void> {
    setBusy(true);
    try {
      const params = { path: { id: incidentId } };
      const { markdown } = await dataOf(api.GET("/api/v1/incidents/{id}/markdown", { params }));
      try {
        await navigator.clipboard.writeText(markdown);
        toast(t("Copied as Markdown."));
      } catch {
        // Browsers deny clipboard access to pages without HTTPS.
        setShown(markdown);
      }
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button icon="copy" busy={isBusy && t("Copying …")} onClick={() => void copy()}>
        {t("Copy as Markdown")}
      </Button>
      <Dialog isOpen={shown !== null} isWide title={t("Record in Markdown")} onClose={() => setShown(null)}>
        <textarea
          readOnly
          aria-label={t("Markdown")}
          rows={20}
          className="w-full rounded-lg border border-line-strong bg-surface p-3 font-mono text-sm"
          value={shown ?? ""}
          onFocus={(event) => event.target.select()}
        />
      </Dialog>
    </>
  );
}
